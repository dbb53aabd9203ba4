import { groupBy } from "~/kit/ground/group-by";
import { type GtfsFeed, type GtfsPattern, isBusRoute } from "~/transit/gtfs/feed";
import { stopsAndShapeOf } from "~/transit/gtfs/round-trip";
import { clockOf, directionKey, intervalText } from "~/transit/gtfs/timetable";
import type { Leg } from "~/transit/gtfs/trip-service";
import { LineCollector } from "./assemble";
import type { FileStop, LineFile } from "./shape";
import { idKey } from "./stop-key";

/** The bus routes of a GTFS feed; each pattern of calls is a direction, the one with most trips first. */
export function linesOfGtfs(feed: GtfsFeed): LineFile {
  const found = new LineCollector();
  const stops = new Map(
    [...feed.stops].map(([id, stop]): [string, FileStop] => [
      id,
      {
        key: idKey("GTFS", id),
        name: stop.stopName || stop.stopCode || id,
        lng: stop.lng,
        lat: stop.lat,
        code: stop.stopCode || undefined,
      },
    ]),
  );
  const others = [...feed.routes.values()].filter((route) => !isBusRoute(route)).length;
  if (others > 0) found.tell("routes.txt", `${others} 条线路不是公交（地铁、火车、轮渡等），已略去`);
  const names = namesOf(feed);
  feed.patterns.forEach((pattern, index) => {
    const route = feed.routes.get(pattern.routeId)!;
    const lineName = names.get(route.routeId);
    if (!lineName) return;
    const { stopIds, shape, circular } = stopsAndShapeOf(feed, pattern);
    const calls = stopIds.map((id, at): FileStop => ({ ...stops.get(id)!, ...timesAt(pattern, at) }));
    const departures = feed.departures.get(directionKey(pattern));
    const hours = departures && { first: clockOf(departures.first), last: clockOf(departures.last) };
    found.add({
      lineName,
      hours,
      interval: intervalText(gapsOf(feed, pattern)) ?? undefined,
      sign: { longName: route.longName || null, color: route.color || null, textColor: route.textColor || null },
      services: pattern.services.map((one) => ({ ...one, legs: alongStops(one.legs, stopIds.length) })),
      lineKey: `gtfs:${route.routeId}`,
      lineRef: route.shortName || undefined,
      direction: circular ? undefined : directionOf(pattern),
      name: pattern.headsign || undefined,
      circular,
      stops: calls,
      path: shape,
      record: index + 1,
      where: `route_id ${route.routeId}`,
    });
  });
  const { count, line, text } = feed.unreadTimes;
  if (count > 0)
    found.tell(
      "stop_times.txt",
      `${count} 个时刻读不出（如第 ${line} 行的“${text}”，应写作 08:05:00），按没有时刻处理`,
    );
  const half = halfDirected(feed).filter((routeId) => names.has(routeId));
  if (half.length > 0)
    found.tell(
      "trips.txt",
      `${half.length} 条线路只有一部分班次有 direction_id（如 route_id ${half[0]}），其余班次的方向不能从首末站看出，请在导入后核对`,
    );
  tellTimetable(feed, (where, words) => found.tell(where, words));
  return {
    kind: "gtfs",
    notes: notesOf(feed),
    lines: found.finish(),
    problems: found.problems,
    counts: { ...found.counts, records: feed.patterns.reduce((sum, { tripCount }) => sum + tripCount, 0) },
    hint: { crs: "WGS84", why: "GTFS 规定坐标为 WGS84" },
  };
}

function halfDirected({ patterns }: GtfsFeed): string[] {
  const routes = [...groupBy(patterns, ({ routeId }) => routeId)];
  return routes.flatMap(([routeId, some]) =>
    new Set(some.map(({ direction }) => direction === null)).size > 1 ? [routeId] : [],
  );
}

/** The number people know a route by, with the long name behind it where several have the same. */
function namesOf(feed: GtfsFeed): Map<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const route of feed.routes.values()) {
    if (!isBusRoute(route)) continue;
    const [short, long] = [route.shortName || route.longName || route.routeId, route.longName];
    const name =
      [short, `${short} ${long}`.trim(), `${short} ${route.routeId}`]
        .map((text) => text.slice(0, 64))
        .find((text) => !taken.has(text)) ?? route.routeId;
    taken.add(name);
    names.set(route.routeId, name);
  }
  return names;
}

function timesAt({ times }: GtfsPattern, at: number): Pick<FileStop, "duration" | "dwell"> {
  const { reached, stands } = times?.[at] ?? { reached: null, stands: null };
  const within = (seconds: number | null, most: number) =>
    seconds !== null && seconds >= 0 && seconds <= most ? seconds : undefined;
  return { duration: within(reached, 36_000), dwell: within(stands, 600) || undefined };
}

/** Between departures of either direction: a line has one interval. */
function gapsOf({ departures }: GtfsFeed, { routeId }: GtfsPattern): number[] {
  return ([0, 1, null] as const).flatMap(
    (direction) => departures.get(directionKey({ routeId, direction }))?.gaps ?? [],
  );
}

function alongStops(legs: Leg[] | null, stops: number): Leg[] | null {
  if (!legs) return null;
  return legs.length === stops - 1 ? [...legs, { reached: null, left: null, exact: false }] : legs;
}

function tellTimetable({ unreadDates: dates, untaken }: GtfsFeed, tell: (where: string, text: string) => void): void {
  if (dates.count > 0)
    tell(
      "calendar.txt、calendar_dates.txt",
      `${dates.count} 个日期读不出（如第 ${dates.line} 行的“${dates.text}”，应写作 20260501），已略去`,
    );
  if (untaken.left > 0)
    tell("trips.txt", `${untaken.left} 个班次没有运营日历，或没有 48 小时以内的发车时刻，不作为班次导入`);
  if (untaken.backwards > 0) tell("stop_times.txt", `${untaken.backwards} 个班次的时刻前后颠倒，只取发车时刻`);
}

function notesOf({ departures, patterns, tables }: GtfsFeed): string[] {
  const timed = patterns.filter(({ times }) => times !== null).length;
  const left = Object.entries(untaken).flatMap(([table, words]) => (tables.includes(table) ? [words] : []));
  const services = patterns.flatMap((pattern) => pattern.services);
  const trips = services.reduce((sum, one) => sum + (one.frequencies.length > 0 ? 1 : one.departures.length), 0);
  return [
    departures.size > 0
      ? `首末班和发车间隔取自各线路班次最多的一天（${departures.size} 个方向）`
      : "文件中没有确切的发车时刻，首末班和发车间隔不导入",
    timed > 0
      ? `${timed} 种走向有确切的到站时刻，取其中等长的一班作为各站行驶时间`
      : "没有各站确切的到站时刻，行驶时间不导入",
    services.length > 0
      ? `班次与运营日历：${trips} 个班次、${new Set(services.map(({ name }) => name)).size} 种运营日历`
      : "没有逐班时刻和运营日历",
    ...(left.length > 0 ? [`不导入：${left.join("、")}`] : []),
  ];
}

const untaken: Record<string, string> = {
  "fare_attributes.txt": "票价",
  "fare_rules.txt": "票价规则",
  "fare_products.txt": "票价产品",
  "transfers.txt": "换乘",
  "pathways.txt": "站内通道",
  "levels.txt": "站内楼层",
  "translations.txt": "译名",
  "agency.txt": "运营企业",
};

function directionOf({ direction }: GtfsPattern): 1 | 2 | undefined {
  return direction === 0 ? 1 : direction === 1 ? 2 : undefined;
}
