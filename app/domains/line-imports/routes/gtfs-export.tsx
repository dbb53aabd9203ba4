import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { CheckField, DateField, NumberField } from "~/kit/page/forms/fields";
import { ErrorSummary, Fields } from "~/kit/page/forms/form-parts";
import { readForm } from "~/kit/page/forms/read-form";
import { useRoomForm } from "~/kit/page/forms/use-room-form";
import { Facts, Heading, screen, Section } from "~/kit/page/screens";
import type { LineLeftOut } from "../network/network-counts.server";
import { lineStates } from "~/domains/lines/schema";
import { today } from "~/kit/ground/time/today.server";
import styles from "../files/files.module.css";
import { countFeed } from "../gtfs/export.server";
import { FeedForm, usualSpeed } from "../gtfs/schema";
import { may } from "../policy";
import { gtfsExportUrl, lineImportsUrl } from "../urls";

export const handle = screen({ title: "导出 GTFS" });

export const loader = page(may.read, async ({ viewer, url }) => {
  const asked = new FormData();
  asked.set("asOf", url.searchParams.get("asOf") ?? today());
  asked.set("speed", url.searchParams.get("speed") ?? String(usualSpeed));
  if (url.searchParams.has("all")) asked.set("all", "on");
  const sent = await readForm(asked, FeedForm);
  if (sent.status !== "success") return data({ reply: sent.reply, feed: null }, { status: 422 });
  return data({ reply: undefined, feed: { ...sent.value, counts: await countFeed(viewer, sent.value) } });
});

export default function GtfsExport() {
  const { reply, feed } = useLoaderData<typeof loader>();
  const [form, fields] = useRoomForm(FeedForm, reply, feed ?? undefined);
  return (
    <>
      <Heading note="公交线网的通用格式，可供地图、换乘查询和其他系统使用">
        <a className="button" href={lineImportsUrl}>
          返回
        </a>
      </Heading>
      <Section title="导出哪一天的线网">
        <form method="get" id={form.id}>
          <ErrorSummary form={form} labels={{ asOf: "日期", speed: "平均车速" }} />
          <Fields>
            <DateField field={fields.asOf} label="日期" hint="导出这一天生效的版本" />
            <NumberField field={fields.speed} label="平均车速" unit="公里/时" hint="含停站，只用于没有行驶时间的线路" />
            <CheckField
              field={fields.all}
              label="也导出未开通、停运、关闭的线路"
              hint="不勾选时只导出状态为“运营”、所选日期在开线与停运日期之间的线路"
              wide
            />
          </Fields>
          <p className={styles.actions}>
            <button className="button">查看内容</button>
            <button className="button primary" formAction={`${gtfsExportUrl}/download`}>
              下载 GTFS 压缩包
            </button>
          </p>
        </form>
      </Section>
      {feed && <FeedContent {...feed} />}
      <Section title="说明">
        <ul>
          <li>只导出您机构范围内、在所选日期有生效版本的线路；副分类作为同一线路的其他班次。</li>
          <li>
            站点编号写入 stop_code，线路主键写入
            route_id：把文件再导入本系统时，站点按编号、线路按主键认出，内容不变就不改动任何数据。
          </li>
          <li>
            有班次表的方向（从 GTFS
            导入）按原样写出运营日历、班次、各站时刻和发车间隔；导入后改过站点的，只保留发车时刻，各站时刻推算。
          </li>
          <li>
            没有班次表的方向只写一个示意班次，日历为每天，从所选日期起一年：各站都有“行驶时间”的用行驶时间，其余按距离和上面的平均车速推算，首班时刻未填的从
            06:00 算起，时刻都标为约数（timepoint=0）；首末班和发车间隔齐全的另写 frequencies.txt。
          </li>
        </ul>
      </Section>
    </>
  );
}

function FeedContent({ asOf, all, counts }: FeedForm & { counts: Awaited<ReturnType<typeof countFeed>> }) {
  return (
    <>
      <Section title={`${asOf} 的线网`}>
        {counts.lines === 0 ? (
          <p className="notice warn">
            这一天没有可以导出的线路，导出的文件将没有内容。请换一个日期，或先让线路的草稿生效。
          </p>
        ) : (
          <Facts
            facts={[
              { label: "线路", value: `${counts.lines} 条` },
              { label: "线路方向", value: `${counts.directions} 个，其中没有路径 ${counts.shapeless} 个` },
              {
                label: "班次",
                value: `${counts.services.trips} 个（${counts.services.directions} 个方向有班次表，其余各写一个示意班次）`,
              },
              { label: "站点", value: `${counts.stops} 个` },
              {
                label: "时刻",
                value: `${counts.timed} 个方向有行驶时间，${counts.directions - counts.timed} 个按车速推算`,
              },
              { label: "发车间隔齐全", value: `${counts.frequent} 条线路` },
            ]}
          />
        )}
      </Section>
      {counts.left.length > 0 && <LeftOut left={counts.left} all={all} />}
    </>
  );
}

function LeftOut({ left, all }: { left: readonly LineLeftOut[]; all: boolean }) {
  const total = left[0]!.total;
  return (
    <Section title={all ? `其中不在运营的线路（${total}）` : `不导出的线路（${total}）`}>
      <p className={all ? "notice warn" : undefined}>
        {all
          ? "下列线路不在运营，已按您的选择一并导出；使用这份文件的系统会把它们当作在运营。"
          : "下列线路在这一天有生效的版本，但不在运营，所以不导出。需要时请勾选“也导出未开通、停运、关闭的线路”后查看。"}
      </p>
      <ul className={styles.names}>
        {left.map((line) => (
          <li key={line.lineUuid}>
            <a href={`/line/line-management/${line.lineUuid}`}>{line.lineName}</a>{" "}
            <span className="quiet">{whyOut(line)}</span>
          </li>
        ))}
      </ul>
      {left.length < total && <p className="quiet">只列出前 {left.length} 条。</p>}
    </Section>
  );
}

function whyOut({ state, openDate, stopDate }: LineLeftOut): string {
  if (state !== 10) return lineStates.find(({ value }) => value === state)?.label ?? "";
  return [openDate && `${openDate} 开线`, stopDate && `${stopDate} 停运`].filter(Boolean).join("，");
}
