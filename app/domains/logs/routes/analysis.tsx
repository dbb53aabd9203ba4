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
import { PlainTable } from "~/kit/page/tables/plain-table";
import { chartNames, chartTables } from "../chart-tables";
import { chartOf, type ChartRow, type DrawnChart } from "../charts.server";
import { pageSpeedTable } from "../page-speed";
import { speedOfPages } from "../page-speed.server";
import { analysisUrl, may } from "../policy";
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
      {range &&
        (charts.value as unknown as DrawnChart[]).map((chart) => (
          <ChartSection key={chart.name} {...chart} range={range} />
        ))}
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
  return (
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
        <div className={styles.pair}>
          <Chart label={title} {...drawn} />
          <PlainTable table={table as unknown as Table<ChartRow, z.ZodObject>} rows={rows} caption={title} empty="" />
        </div>
      ) : (
        <p className="quiet">
          {range.from} 至 {range.to} 没有{name === "logins" ? "登录" : "访问"}记录。
        </p>
      )}
    </Section>
  );
}
