import { type GtfsFeed, type GtfsPattern, isBusRoute } from "~/transit/gtfs/feed";
import { stopsAndShapeOf } from "~/transit/gtfs/round-trip";
import { clockOf, directionKey, intervalText } from "~/transit/gtfs/timetable";
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
  return {
    kind: "gtfs",
    notes: notesOf(feed),
    lines: found.finish(),
    problems: found.problems,
    counts: { ...found.counts, records: feed.patterns.reduce((sum, { tripCount }) => sum + tripCount, 0) },
    hint: { crs: "WGS84", why: "GTFS 规定坐标为 WGS84" },
  };
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

function notesOf({ departures, patterns, tables }: GtfsFeed): string[] {
  const timed = patterns.filter(({ times }) => times !== null).length;
  const left = Object.entries(untaken).flatMap(([table, words]) => (tables.includes(table) ? [words] : []));
  return [
    departures.size > 0
      ? `首末班和发车间隔取自各线路班次最多的一天（${departures.size} 个方向）`
      : "文件中没有确切的发车时刻，首末班和发车间隔不导入",
    timed > 0
      ? `${timed} 种走向有确切的到站时刻，取其中等长的一班作为各站行驶时间`
      : "没有各站确切的到站时刻，行驶时间不导入",
    `不导入：${["逐班时刻", ...left].join("、")}`,
  ];
}

const untaken: Record<string, string> = {
  "calendar.txt": "运营日历",
  "calendar_dates.txt": "日期例外",
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
