import { useLoaderData } from "@remix-run/react";
import { findFence } from "~/domains/fences/queries.server";
import { fenceRoom } from "~/domains/fences/room";
import { mapAround } from "~/domains/roads/queries.server";
import { allows } from "~/kit/data/access/viewer";
import { problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { page } from "~/kit/page/http/page.server";
import { ShapesMap } from "~/kit/page/map/shapes-map";
import { DetailScreen, screen, Section } from "~/kit/page/screens";
import { NamedLink } from "~/kit/page/screens/named-link";
import { type MapShape, shapeOf } from "~/transit/geo/shape";
import { boxOfShapes } from "~/transit/geo/shape-geometry";
import { eventsUrl, may } from "../policy";
import { findEvent } from "../queries.server";
import type { EventRow } from "../schema";
import { kindWords, limitWords, minutesWords } from "../table";

export const handle = screen({ title: "围栏事件" });

export const loader = page(may.read, async ({ viewer, params }) => {
  const event = await findEvent(viewer, params.eventUuid!);
  if (!event) throw problem.missing("围栏事件");
  const fence = allows(viewer, fenceRoom.may.read) ? await findFence(viewer, event.fenceUuid) : undefined;
  const shape = fence && shapeOf(fence);
  const shapes: MapShape[] = shape ? [{ shape, label: event.fenceName }] : [];
  const time = (moment: string) => formatTime(new Date(moment), settings().OPERATOR_TIME_ZONE);
  return {
    event,
    shapes,
    began: time(event.beganAt),
    ended: event.endedAt && time(event.endedAt),
    ...(await mapAround(viewer, boxOfShapes(shapes, [event.lng, event.lat]))),
  };
});

export default function FenceEvent() {
  const { event, shapes, began, ended, settings, roads } = useLoaderData<typeof loader>();
  return (
    <DetailScreen
      note={kindWords(event)}
      actions={
        <a className="button" href={eventsUrl}>
          返回列表
        </a>
      }
      sections={[{ title: "基本信息", facts: factsOf(event, began, ended) }]}
    >
      <Section title="位置">
        <ShapesMap
          title={`事件位置：${event.lng.toFixed(6)}, ${event.lat.toFixed(6)}`}
          settings={settings}
          roads={roads}
          shapes={shapes}
          marker={[event.lng, event.lat]}
        />
      </Section>
    </DetailScreen>
  );
}

const factsOf = (event: EventRow, began: string, ended: string | null) => [
  { label: "事件", value: kindWords(event) },
  { label: "车辆", value: <a href={`/bus/bus-management/${event.busUuid}`}>{event.busSelfCode}</a> },
  { label: "车牌号", value: event.plateNum },
  { label: "机构", value: event.orgName },
  { label: "围栏", value: <NamedLink href={`${fenceRoom.url}/${event.fenceUuid}`} name={event.fenceName} /> },
  { label: "限值", value: limitWords(event) },
  { label: "开始", value: began },
  { label: "结束", value: ended ?? "进行中" },
  { label: "时长", value: minutesWords(event) },
  { label: "最高速度", value: event.topSpeed !== null && `${event.topSpeed.toFixed(0)} 公里/时` },
  { label: "位置", value: `${event.lng.toFixed(6)}, ${event.lat.toFixed(6)}` },
];
