import { type GtfsFeed, type GtfsPattern, isBusRoute } from "~/kernel/gtfs/feed";
import type { LngLat } from "~/kernel/map/lng-lat";
import { LineCollector } from "./assemble";
import type { FileStop, LineFile } from "./shape";
import { idKey } from "./stop-key";

/** The bus routes of a GTFS feed; each pattern of calls is a direction, the one with most trips first. */
export function linesOfGtfs(feed: GtfsFeed): LineFile {
  const found = new LineCollector();
  const stops = new Map([...feed.stops].map(([id, stop]): [string, FileStop] => [id, { key: idKey("GTFS", id), name: stop.stopName || stop.stopCode || id, lng: stop.lng, lat: stop.lat, code: stop.stopCode || undefined }]));
  const others = [...feed.routes.values()].filter((route) => !isBusRoute(route)).length;
  if (others > 0) found.tell("routes.txt", `${others} 条线路不是公交（地铁、火车、轮渡等），已略去`);
  const names = namesOf(feed);
  feed.patterns.forEach((pattern, index) => {
    const route = feed.routes.get(pattern.routeId)!;
    const lineName = names.get(route.routeId);
    if (!lineName) return;
    const calls = pattern.stopIds.map((id) => stops.get(id)!);
    const circular = calls.length > 2 && calls[0] === calls.at(-1);
    found.add({ lineName, lineKey: `gtfs:${route.routeId}`, lineRef: route.shortName || undefined, direction: circular ? undefined : directionOf(pattern), name: pattern.headsign || undefined, circular, stops: calls, path: pathOf(feed, pattern), record: index + 1, where: `route_id ${route.routeId}` });
  });
  return { kind: "gtfs", lines: found.finish(), problems: found.problems, counts: { ...found.counts, records: feed.patterns.reduce((sum, { tripCount }) => sum + tripCount, 0) }, hint: { crs: "WGS84", why: "GTFS 规定坐标为 WGS84" } };
}

/** The number people know a route by, with the long name behind it where several have the same. */
function namesOf(feed: GtfsFeed): Map<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const route of feed.routes.values()) {
    if (!isBusRoute(route)) continue;
    const [short, long] = [route.shortName || route.longName || route.routeId, route.longName];
    const name = [short, `${short} ${long}`.trim(), `${short} ${route.routeId}`].map((text) => text.slice(0, 64)).find((text) => !taken.has(text)) ?? route.routeId;
    taken.add(name);
    names.set(route.routeId, name);
  }
  return names;
}

function directionOf({ direction }: GtfsPattern): 1 | 2 | undefined {
  return direction === 0 ? 1 : direction === 1 ? 2 : undefined;
}

function pathOf({ shapes }: GtfsFeed, { shapeId }: GtfsPattern): LngLat[] {
  const flat = shapes.get(shapeId);
  return flat ? Array.from({ length: flat.length / 2 }, (_, at): LngLat => [flat[2 * at]!, flat[2 * at + 1]!]) : [];
}
