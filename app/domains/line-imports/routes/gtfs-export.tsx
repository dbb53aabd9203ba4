import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/kernel/access/page.server";
import { DateField, NumberField } from "~/kernel/forms/fields";
import { ErrorSummary, Fields } from "~/kernel/forms/form-parts";
import { readForm } from "~/kernel/forms/read-form";
import { useRoomForm } from "~/kernel/forms/use-room-form";
import { Facts, Heading, screen, Section } from "~/kernel/screens";
import { today } from "~/kernel/time/today.server";
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
  const sent = await readForm(asked, FeedForm);
  if (sent.status !== "success") return data({ reply: sent.reply, feed: null }, { status: 422 });
  return data({ reply: undefined, feed: { ...sent.value, counts: await countFeed(viewer, sent.value.asOf) } });
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
            <NumberField field={fields.speed} label="平均车速" unit="km/h" hint="含停站，只用于没有行驶时间的线路" />
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
          <li>只导出您机构范围内、状态为“运营”、在所选日期有生效版本的线路；副分类作为同一线路的其他班次。</li>
          <li>站点编号写入 stop_code，线路主键写入 route_id：把文件再导入本系统时，站点按编号、线路按主键认出，内容不变就不改动任何数据。</li>
          <li>时刻：各站都有“行驶时间”的方向用行驶时间，其余按距离和上面的平均车速推算；首班时刻未填的从 06:00 算起。所有时刻都标为约数（timepoint=0）。</li>
          <li>首末班和发车间隔齐全的线路另写 frequencies.txt；其余每个方向只有一个示意班次。运营日历为每天，从所选日期起一年。</li>
        </ul>
      </Section>
    </>
  );
}

function FeedContent({ asOf, counts }: { asOf: string; counts: Awaited<ReturnType<typeof countFeed>> }) {
  return (
    <Section title={`${asOf} 的线网`}>
      {counts.lines === 0 ? (
        <p className="notice warn">这一天没有生效的线路，导出的文件将没有内容。请换一个日期，或先让线路的草稿生效。</p>
      ) : (
        <Facts
          facts={[
            { label: "线路", value: `${counts.lines} 条` },
            { label: "方向（班次）", value: `${counts.trips} 个，其中没有路径 ${counts.shapeless} 个` },
            { label: "站点", value: `${counts.stops} 个` },
            { label: "时刻", value: `${counts.timed} 个方向有行驶时间，${counts.trips - counts.timed} 个按车速推算` },
            { label: "发车间隔齐全", value: `${counts.frequent} 条线路` },
          ]}
        />
      )}
    </Section>
  );
}
