import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { addDays } from "~/kit/ground/time/days";
import { today } from "~/kit/ground/time/today.server";
import { Chart } from "~/kit/page/charts/chart";
import { DateField } from "~/kit/page/forms/fields";
import { readForm } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { page } from "~/kit/page/http/page.server";
import { ServerOnly } from "~/kit/page/http/server-only";
import { Heading, screen, Section } from "~/kit/page/screens";
import type { Table } from "~/kit/page/tables/define-table";
import { type CountTile, CountTiles } from "~/kit/page/tables/count-tiles";
import { PlainTable } from "~/kit/page/tables/plain-table";
import { type Bar, type ChartName, chartNames, chartTables, type LoginDay } from "../chart-tables";
import { chartOf, type ChartRow, type DrawnChart } from "../charts.server";
import { pageSpeedTable } from "../page-speed";
import { speedOfPages } from "../page-speed.server";
import { analysisUrl, loginsUrl, may, requestsUrl } from "../policy";
import { RangeForm } from "../range";
import { rangeOf } from "../range.server";
import styles from "../analysis.module.css";

export const handle = screen({ title: "日志分析图表" });

export const loader = page(may.read, async ({ viewer, url }) => {
  const asked = new FormData();
  for (const side of ["from", "to"]) if (url.searchParams.get(side)) asked.set(side, url.searchParams.get(side)!);
  const sent = await readForm(asked, RangeForm);
  const now = today();
  const quick = quickRanges.map(([label, days]) => ({ label, from: addDays(now, 1 - days), to: now }));
  if (sent.status !== "success")
    return data(
      { reply: sent.reply, range: undefined, quick, speeds: [], charts: new ServerOnly([]) },
      { status: 422 },
    );
  const range = rangeOf(sent.value);
  const [speeds, ...charts] = await Promise.all([
    speedOfPages(viewer, range),
    ...chartNames.map((name) => chartOf(name, viewer, range)),
  ]);
  return data({ reply: undefined, range, quick, speeds, charts: new ServerOnly<DrawnChart[]>(charts) });
});

const quickRanges: [label: string, days: number][] = [
  ["今天", 1],
  ["近 7 天", 7],
  ["近 30 天", 30],
];

export default function Analysis() {
  const { reply, range, quick, speeds, charts } = useLoaderData<typeof loader>();
  const drawnCharts = charts.value as unknown as DrawnChart[];
  const [form, fields] = useRoomForm(RangeForm, reply, range);
  return (
    <>
      <Heading />
      <form method="get" id={form.id} className={styles.range}>
        <DateField field={fields.from} label="从" />
        <DateField field={fields.to} label="到" />
        <button className="button primary">查看</button>
        {quick.map(({ label, from, to }) => (
          <a
            key={label}
            className="button"
            href={`?from=${from}&to=${to}`}
            aria-current={range?.from === from && range.to === to ? "true" : undefined}
          >
            {label}
          </a>
        ))}
      </form>
      {range && <CountTiles label="这些日子的合计" tiles={tilesOf(drawnCharts, range)} />}
      {range && (
        <div className={styles.charts}>
          {drawnCharts.map((chart) => (
            <ChartSection key={chart.name} {...chart} range={range} />
          ))}
        </div>
      )}
      {range && (
        <Section title="页面在浏览器里的速度（毫秒）">
          <p className="quiet">
            抽查的页面里，从打开到第一次显示、到全部齐备用了多久：一半的页面、95% 的页面、99%
            的页面不超过这个数。不记录是谁打开的；没有启用脚本的浏览器不在其中。
          </p>
          <PlainTable
            table={pageSpeedTable}
            rows={speeds}
            caption="页面在浏览器里的速度"
            empty="这些日子还没有抽查到页面。"
          />
        </Section>
      )}
    </>
  );
}

function ChartSection({ name, rows, drawn, range }: DrawnChart & { range: { from: string; to: string } }) {
  const { title, table } = chartTables[name];
  const csv = `${analysisUrl}/export?${new URLSearchParams({ chart: name, ...range })}`;
  const figures = (
    <PlainTable table={table as unknown as Table<ChartRow, z.ZodObject>} rows={rows} caption={title} empty="" />
  );
  // Of the functions the figures say more than the bars; of the others they are looked up.
  const isWide = name === "functions";
  return (
    <div className={isWide ? styles.wide : undefined}>
      <Section
        title={title}
        actions={
          drawn && (
            <a className="button small" href={csv} download aria-label={`导出 ${title}`}>
              导出 CSV
            </a>
          )
        }
      >
        {drawn ? (
          isWide ? (
            <div className={styles.pair}>
              <Chart label={title} {...drawn} />
              {figures}
            </div>
          ) : (
            <>
              <Chart label={title} {...drawn} />
              <details className={styles.figures}>
                <summary>各项数字</summary>
                {figures}
              </details>
            </>
          )
        ) : (
          <p className="quiet">
            {range.from} 至 {range.to} 没有{name === "logins" ? "登录" : "访问"}记录。
          </p>
        )}
      </Section>
    </div>
  );
}

/** What the charts add up to, each figure with the records behind it. */
function tilesOf(charts: readonly DrawnChart[], range: { from: string; to: string }): CountTile[] {
  const rowsOf = (name: ChartName) => charts.find((chart) => chart.name === name)?.rows ?? [];
  const logins = rowsOf("logins") as LoginDay[];
  const to = (url: string, query: object = {}) => `${url}?${new URLSearchParams({ ...range, ...query }).toString()}`;
  const sum = (counts: number[]) => counts.reduce((all, one) => all + one, 0);
  return [
    {
      label: "次登录成功",
      count: sum(logins.map(({ success }) => success)),
      href: to(loginsUrl, { result: "success" }),
    },
    {
      label: "次登录失败",
      count: sum(logins.map(({ failed }) => failed)),
      href: to(loginsUrl, { result: "failed" }),
      look: "warn" as const,
    },
    { label: "次访问", count: sum((rowsOf("days") as Bar[]).map(({ count }) => count)), href: to(requestsUrl) },
  ].map((tile) => ({ isCurrent: false, ...tile }));
}
