import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { roomRecord } from "~/kit/room/served-pages.server";
import { Heading, screen, Section } from "~/kit/page/screens";
import { today } from "~/kit/ground/time/today.server";
import { timelineOf } from "../queries.server";
import { type BusRow, busRoom, busUrl } from "../room";
import { buses } from "../room.server";
import { dayOf, type Group, layOut, type Range, spanInWords, touches } from "../timeline";
import { TimelinePicture } from "../timeline-picture";
import { rangeAsked } from "../timeline-range";
import styles from "../timeline.module.css";

export const handle = screen({ title: ({ record }: { record: BusRow }) => `${record.busSelfCode} 的时间轴` });

export const loader = page(busRoom.may.read, (call) =>
  roomRecord(call, buses, async (viewer, bus) => {
    const groups = await timelineOf(viewer, bus);
    const begin = Math.min(
      ...groups.flatMap(({ lanes }) => lanes.flatMap(({ spans }) => spans.map(({ from }) => from))),
    );
    return {
      groups,
      today: today(),
      begin: Number.isFinite(begin) ? dayOf(begin) : today(),
      range: rangeAsked(call.url.searchParams, today()),
    };
  }),
);

export default function BusTimeline() {
  const { record: bus, groups, today, begin, range } = useLoaderData<typeof loader>();
  const ago = (months: number) =>
    dayOf(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 - months, Number(today.slice(8))));
  return (
    <>
      <Heading />
      <Section title={`${range.first} 至 ${range.last}`}>
        <form method="get" className={styles.range}>
          <label>
            从 <input type="date" name="from" defaultValue={range.first} required />
          </label>
          <label>
            到 <input type="date" name="to" defaultValue={range.last} required />
          </label>
          <button className="button primary">显示</button>
          <a href={`?from=${ago(3)}`}>近 3 个月</a>
          <a href="?">近 12 个月</a>
          <a href={`?from=${ago(36)}`}>近 3 年</a>
          <a href={`?from=${begin}`}>全部</a>
        </form>
        {range.fault && (
          <p className="notice warn" role="alert">
            {range.fault}，先显示近 12 个月。
          </p>
        )}
        <TimelinePicture
          picture={layOut(groups, range, Date.parse(today))}
          title={`${bus.busSelfCode} 从 ${range.first} 到 ${range.last} 的归属、状态、线路和设备`}
        />
      </Section>
      <Section title="文字说明">
        <TimelineTable groups={groups} range={range} history={`${busUrl(bus)}/history`} />
      </Section>
    </>
  );
}

function TimelineTable({ groups, range, history }: { groups: Group[]; range: Range; history: string }) {
  const rows = groups.flatMap(({ title, lanes }) =>
    lanes.flatMap((lane) =>
      lane.spans.filter((span) => touches(span, range)).map((span) => ({ title, lane: lane.title, span })),
    ),
  );
  if (rows.length === 0) return <p className="quiet">这段时间没有记录，请换一个时间范围。</p>;
  return (
    <table className={styles.words} aria-label="时间轴的文字说明">
      <thead>
        <tr>
          <th scope="col">类别</th>
          <th scope="col">项目</th>
          <th scope="col">内容</th>
          <th scope="col">时间</th>
          <th scope="col">操作人</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ title, lane, span }, place) => (
          <tr key={place}>
            <td>{title}</td>
            <td>{lane}</td>
            <td>{span.href ? <a href={span.href}>{span.label}</a> : span.label}</td>
            <td>{spanInWords(span)}</td>
            <td>{span.by && <a href={`${history}?${new URLSearchParams({ who: span.by })}`}>{span.by}</a>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
