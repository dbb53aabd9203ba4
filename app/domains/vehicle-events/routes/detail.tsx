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
import type { LngLat } from "~/transit/geo/lng-lat";
import { type MapShape, shapeOf } from "~/transit/geo/shape";
import { boxOfShapes } from "~/transit/geo/shape-geometry";
import { eventsUrl, eventUrl, may } from "../policy";
import { findEvent } from "../queries.server";
import { type EventRow, isUrging } from "../schema";
import { eventTitle, kindWords, limitWords, minutesWords } from "../table";

export const handle = screen({ title: ({ event }: { event: EventRow }) => eventTitle(event) });

export const loader = page(may.read, async ({ viewer, params }) => {
  const event = await findEvent(viewer, params.eventUuid!);
  if (!event) throw problem.missing("车辆事件");
  const mayFence = event.fenceUuid !== null && allows(viewer, fenceRoom.may.read);
  const fence = mayFence ? await findFence(viewer, event.fenceUuid!) : undefined;
  const shape = fence && shapeOf(fence);
  const shapes: MapShape[] = shape ? [{ shape, label: event.fenceName ?? "" }] : [];
  const marker: LngLat | undefined = event.lng !== null && event.lat !== null ? [event.lng, event.lat] : undefined;
  const time = (moment: string) => formatTime(new Date(moment), settings().OPERATOR_TIME_ZONE);
  return {
    event,
    shapes,
    began: time(event.beganAt),
    ended: event.endedAt && time(event.endedAt),
    acknowledged: event.acknowledgedAt && time(event.acknowledgedAt),
    mayAcknowledge: event.acknowledgedAt === null && allows(viewer, may.write),
    marker,
    ...(await mapAround(viewer, boxOfShapes(shapes, marker))),
  };
});

export default function FenceEvent() {
  const { event, shapes, began, ended, acknowledged, mayAcknowledge, marker, settings, roads } =
    useLoaderData<typeof loader>();
  return (
    <DetailScreen
      actions={
        <>
          <a className="button" href={eventsUrl}>
            返回列表
          </a>
          {mayAcknowledge && (
            <a className="button primary" href={`${eventUrl(event)}/acknowledge`}>
              处理
            </a>
          )}
        </>
      }
      sections={[{ title: "基本信息", facts: factsOf(event, began, ended, acknowledged) }]}
    >
      <Section title="位置">
        {marker ? (
          <ShapesMap
            title={`事件位置：${placeWords(event)}`}
            settings={settings}
            roads={roads}
            shapes={shapes}
            marker={marker}
          />
        ) : (
          <p className="quiet">报警时车载机没有定位，不知道在哪里；可在车辆监控中看它最近的位置。</p>
        )}
      </Section>
    </DetailScreen>
  );
}

const placeWords = ({ lng, lat }: Pick<EventRow, "lng" | "lat">) =>
  lng === null || lat === null ? null : `${lng.toFixed(6)}, ${lat.toFixed(6)}`;

const factsOf = (event: EventRow, began: string, ended: string | null, acknowledged: string | null) => [
  { label: "事件", value: kindWords(event) },
  { label: "车辆", value: <a href={`/bus/bus-management/${event.busUuid}`}>{event.busSelfCode}</a> },
  { label: "车牌号", value: event.plateNum },
  { label: "机构", value: event.orgName },
  {
    label: "围栏",
    value: event.fenceUuid && <NamedLink href={`${fenceRoom.url}/${event.fenceUuid}`} name={event.fenceName} />,
  },
  { label: "限值", value: limitWords(event) },
  { label: "开始", value: began },
  { label: "结束", value: ended ?? "进行中" },
  { label: "时长", value: minutesWords(event) },
  { label: "最高速度", value: event.topSpeed !== null && `${event.topSpeed.toFixed(0)} 公里/时` },
  { label: "位置", value: placeWords(event) },
  {
    label: "处理",
    value: acknowledged ? `${event.acknowledgedByName}，${acknowledged}` : isUrging(event) ? "未处理" : null,
  },
  { label: "处理情况", value: event.acknowledgedNote, wide: true },
];
