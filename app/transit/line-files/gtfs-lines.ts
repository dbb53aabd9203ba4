import { groupBy } from "~/kit/ground/group-by";
import { type GtfsFeed, type GtfsPattern, type GtfsRoute, isBusRoute } from "~/transit/gtfs/feed";
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
  const others = [...feed.routes.values()].filter((route) => !isBusRoute(route));
  if (others.length > 0)
    found.tell(
      "routes.txt",
      `${others.length} 条线路不是公交（${kindsOf(others)}）；要导入它们，请在“坐标系”下勾选“也导入存疑的线路”`,
    );
  tellSkipped(feed, (where, words) => found.tell(where, words));
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
      doubt: isBusRoute(route) ? undefined : `的 route_type 是 ${route.routeType}（${kindOf(route)}），不是公交`,
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
    lastDay: lastDayOf(feed),
    lines: found.finish(),
    problems: found.problems,
    counts: { ...found.counts, records: feed.patterns.reduce((sum, { tripCount }) => sum + tripCount, 0) },
    hint: { crs: "WGS84", why: "GTFS 规定坐标为 WGS84" },
  };
}

const kindOf = ({ routeType }: GtfsRoute): string =>
  routeKinds.find(([from, to]) => routeType >= from && routeType <= to)?.[2] ?? "其他";

/** The basic types of the format and the hundreds of the extended ones. */
const routeKinds: readonly (readonly [from: number, to: number, words: string])[] = [
  [0, 0, "有轨电车"],
  [1, 1, "地铁"],
  [2, 2, "火车"],
  [4, 4, "轮渡"],
  [5, 7, "缆车"],
  [12, 12, "单轨"],
  [100, 199, "火车"],
  [200, 299, "长途客车"],
  [400, 499, "地铁"],
  [900, 999, "有轨电车"],
  [1000, 1299, "轮渡"],
  [1300, 1499, "缆车"],
  [1500, 1599, "出租车"],
];

function kindsOf(routes: readonly GtfsRoute[]): string {
  const kinds = [...groupBy(routes, kindOf)];
  return kinds.map(([kind, some]) => `${kind} ${some.length} 条`).join("、");
}

function tellSkipped({ skipped, stops, routes }: GtfsFeed, tell: (where: string, text: string) => void): void {
  const { stops: stop, routes: route, trips: trip, sequences } = skipped;
  if (stop.count > 0)
    tell(
      "stop_times.txt",
      `${stop.count} 个班次停靠的站点在 stops.txt 里没有，或没有坐标（如第 ${stop.line} 行的 stop_id “${stop.text}”），这些班次已略去`,
    );
  if (route.count > 0)
    tell(
      "trips.txt",
      `${route.count} 个班次的线路在 routes.txt 里没有（如第 ${route.line} 行的 route_id “${route.text}”），已略去`,
    );
  if (trip.count > 0)
    tell(
      "stop_times.txt",
      `${trip.count} 行的班次在 trips.txt 里没有（如第 ${trip.line} 行的 trip_id “${trip.text}”），已略去`,
    );
  if (sequences.count > 0)
    tell(
      "stop_times.txt",
      `${sequences.count} 个班次有相同的 stop_sequence（如第 ${sequences.line} 行的 ${sequences.text}），按文件中的先后排列，请核对站序`,
    );
  const long = [
    [[...routes.values()].filter(({ shortName, longName }) => (shortName || longName).length > longest), "线路"],
    [[...stops.values()].filter(({ stopName }) => stopName.length > longest), "站点"],
  ] as const;
  for (const [some, what] of long)
    if (some.length > 0) tell("", `${some.length} 个${what}的名称超过 ${longest} 个字，只取前 ${longest} 个字`);
}

const longest = 64;

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
    const [short, long] = [route.shortName || route.longName || route.routeId, route.longName];
    const name =
      [short, `${short} ${long}`.trim(), `${short} ${route.routeId}`]
        .map((text) => text.slice(0, longest))
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

function notesOf({ departures, patterns, tables, columns }: GtfsFeed): string[] {
  const timed = patterns.filter(({ times }) => times !== null).length;
  const left = [
    ...Object.entries(untaken).flatMap(([table, words]) => (tables.includes(table) ? [words] : [])),
    ...Object.entries(untakenColumns).flatMap(([column, words]) =>
      [...columns].some((one) => one.endsWith(` ${column}`)) ? [words] : [],
    ),
  ];
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

const untakenColumns: Record<string, string> = {
  pickup_type: "上客限制",
  drop_off_type: "下客限制",
  block_id: "车辆周转",
  stop_headsign: "各站的目的地牌",
};

/** The last day on which any trip runs; undefined where the feed has no days. */
function lastDayOf({ patterns }: GtfsFeed): string | undefined {
  const days = patterns.flatMap(({ services }) => services.flatMap(({ to, added }) => [to, added.at(-1)]));
  return days.reduce<string | undefined>((last, day) => (day && (!last || day > last) ? day : last), undefined);
}

function directionOf({ direction }: GtfsPattern): 1 | 2 | undefined {
  return direction === 0 ? 1 : direction === 1 ? 2 : undefined;
}
