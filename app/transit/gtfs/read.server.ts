import { groupBy } from "~/kit/ground/group-by";
import { type GtfsFeed, GtfsFileError, type GtfsPattern, type GtfsRoute, type GtfsStop } from "./feed";
import { readFrequencies, readServices } from "./calendar.server";
import { numberIn } from "./number-in";
import { GtfsArchive, type GtfsLimits } from "./rows.server";
import { departuresOf, secondsOfTime } from "./timetable";

const defaultLimits: GtfsLimits = { unpackedBytes: 1024 * 2 ** 20, rows: 5_000_000, files: 200 };

/** Reads a GTFS archive from a path or its bytes; throws `GtfsFileError` for one that cannot be used. */
export async function readGtfs(source: string | Buffer, limits: Partial<GtfsLimits> = {}): Promise<GtfsFeed> {
  const archive = await GtfsArchive.open(source, { ...defaultLimits, ...limits });
  try {
    const missing = ["routes.txt", "trips.txt", "stops.txt", "stop_times.txt"].filter((table) => !archive.has(table));
    if (missing.length) throw new GtfsFileError(`压缩包里缺少 ${missing.join("、")}，这不是完整的 GTFS 文件`);
    const routes = await readRoutes(archive);
    const stops = await readStops(archive);
    const trips = await readTrips(archive, routes);
    const unreadTimes = await readStopTimes(archive, trips, stops);
    const shapes = await readShapes(archive);
    const patterns = patternsOf(trips, shapes);
    const frequencies = await readFrequencies(archive);
    const timed = [...trips].map(([tripId, trip]) => ({
      ...trip,
      ...leaving(trip),
      frequencies: frequencies.get(tripId) ?? [],
    }));
    const departures = departuresOf(timed, await readServices(archive));
    return { routes, stops, shapes, patterns, departures, unreadTimes, tables: archive.tables };
  } finally {
    archive.close();
  }
}

interface Trip {
  routeId: string;
  direction: 0 | 1 | null;
  headsign: string;
  shapeId: string;
  serviceId: string;
  calls: Call[];
}

/** Seconds of the day; null where the file has no time. */
interface Call {
  sequence: number;
  stopId: string;
  arrival: number | null;
  departure: number | null;
  approximate: boolean;
}

async function readRoutes(archive: GtfsArchive): Promise<Map<string, GtfsRoute>> {
  const routes = new Map<string, GtfsRoute>();
  for await (const { row, line } of archive.rows("routes.txt", ["route_id", "route_type"])) {
    const routeId = row.route_id!;
    if (routes.has(routeId)) throw new GtfsFileError(`routes.txt 第 ${line} 行的 route_id “${routeId}”重复`);
    const routeType = numberIn("routes.txt", line, "route_type", row.route_type);
    routes.set(routeId, {
      routeId,
      shortName: row.route_short_name ?? "",
      longName: row.route_long_name ?? "",
      routeType,
    });
  }
  return routes;
}

async function readStops(archive: GtfsArchive): Promise<Map<string, GtfsStop>> {
  const stops = new Map<string, GtfsStop>();
  for await (const { row, line } of archive.rows("stops.txt", ["stop_id", "stop_lat", "stop_lon"])) {
    // Generic nodes and boarding areas (location_type 3 and 4) may lack coordinates and are never called at.
    if (!row.stop_lat && !row.stop_lon) continue;
    const stopId = row.stop_id!;
    if (stops.has(stopId)) throw new GtfsFileError(`stops.txt 第 ${line} 行的 stop_id “${stopId}”重复`);
    const lng = numberIn("stops.txt", line, "stop_lon", row.stop_lon, 180);
    const lat = numberIn("stops.txt", line, "stop_lat", row.stop_lat, 90);
    stops.set(stopId, { stopId, stopCode: row.stop_code ?? "", stopName: row.stop_name ?? "", lng, lat });
  }
  return stops;
}

async function readTrips(archive: GtfsArchive, routes: ReadonlyMap<string, GtfsRoute>): Promise<Map<string, Trip>> {
  const trips = new Map<string, Trip>();
  for await (const { row, line } of archive.rows("trips.txt", ["route_id", "trip_id"])) {
    if (!routes.has(row.route_id!))
      throw new GtfsFileError(`trips.txt 第 ${line} 行的 route_id “${row.route_id}”在 routes.txt 里没有`);
    const direction = row.direction_id === "0" ? 0 : row.direction_id === "1" ? 1 : null;
    trips.set(row.trip_id!, {
      routeId: row.route_id!,
      direction,
      headsign: row.trip_headsign ?? "",
      shapeId: row.shape_id ?? "",
      serviceId: row.service_id ?? "",
      calls: [],
    });
  }
  return trips;
}

async function readStopTimes(
  archive: GtfsArchive,
  trips: Map<string, Trip>,
  stops: Map<string, GtfsStop>,
): Promise<GtfsFeed["unreadTimes"]> {
  const unread = { count: 0, line: 0, text: "" };
  const time = (text: string | undefined, line: number) => {
    const seconds = text ? secondsOfTime(text) : null;
    if (text && seconds === null && unread.count++ === 0) Object.assign(unread, { line, text: text.slice(0, 20) });
    return seconds;
  };
  for await (const { row, line } of archive.rows("stop_times.txt", ["trip_id", "stop_id", "stop_sequence"])) {
    const trip = trips.get(row.trip_id!);
    if (!trip) throw new GtfsFileError(`stop_times.txt 第 ${line} 行的 trip_id “${row.trip_id}”在 trips.txt 里没有`);
    const stop = stops.get(row.stop_id!);
    if (!stop)
      throw new GtfsFileError(`stop_times.txt 第 ${line} 行的 stop_id “${row.stop_id}”在 stops.txt 里没有或没有坐标`);
    const sequence = numberIn("stop_times.txt", line, "stop_sequence", row.stop_sequence);
    trip.calls.push({
      sequence,
      stopId: stop.stopId,
      arrival: time(row.arrival_time, line),
      departure: time(row.departure_time, line),
      approximate: row.timepoint === "0",
    });
  }
  return unread;
}

async function readShapes(archive: GtfsArchive): Promise<Map<string, Float64Array>> {
  const points = new Map<string, { sequence: number; lng: number; lat: number }[]>();
  for await (const { row, line } of archive.rows("shapes.txt", [
    "shape_id",
    "shape_pt_lat",
    "shape_pt_lon",
    "shape_pt_sequence",
  ])) {
    const lng = numberIn("shapes.txt", line, "shape_pt_lon", row.shape_pt_lon, 180);
    const lat = numberIn("shapes.txt", line, "shape_pt_lat", row.shape_pt_lat, 90);
    const sequence = numberIn("shapes.txt", line, "shape_pt_sequence", row.shape_pt_sequence);
    const shape = points.get(row.shape_id!);
    if (shape) shape.push({ sequence, lng, lat });
    else points.set(row.shape_id!, [{ sequence, lng, lat }]);
  }
  const flat = ([id, shape]: [string, { sequence: number; lng: number; lat: number }[]]) => {
    shape.sort((a, b) => a.sequence - b.sequence);
    return [id, Float64Array.from(shape.flatMap(({ lng, lat }) => [lng, lat]))] as const;
  };
  return new Map([...points].map(flat));
}

/** When a trip leaves its first stop. */
function leaving({ calls: [first] }: Trip): { departure: number | null; approximate: boolean } {
  return { departure: first?.departure ?? first?.arrival ?? null, approximate: first?.approximate ?? false };
}

function patternsOf(trips: ReadonlyMap<string, Trip>, shapes: ReadonlyMap<string, Float64Array>): GtfsPattern[] {
  const calling = [...trips.values()].filter(({ calls }) => calls.length > 1);
  for (const { calls } of calling) calls.sort((a, b) => a.sequence - b.sequence);
  const groups = groupBy(calling, ({ routeId, direction, calls }) =>
    JSON.stringify([routeId, direction, calls.map(({ stopId }) => stopId)]),
  );
  const patterns = [...groups.values()].map((group): GtfsPattern => {
    const [{ routeId, direction, headsign, calls }] = group as [Trip];
    const shapeTrips = new Map<string, number>();
    for (const { shapeId } of group)
      if (shapes.has(shapeId)) shapeTrips.set(shapeId, (shapeTrips.get(shapeId) ?? 0) + 1);
    const [shapeId] = [...shapeTrips].reduce((best, next) => (next[1] > best[1] ? next : best), ["", 0] as [
      string,
      number,
    ]);
    return {
      routeId,
      direction,
      headsign,
      stopIds: calls.map(({ stopId }) => stopId),
      shapeId,
      tripCount: group.length,
      times: timesOf(group),
    };
  });
  const place = (pattern: GtfsPattern) => `${pattern.routeId}\n${pattern.direction ?? ""}`;
  return patterns.sort((a, b) => (place(a) === place(b) ? b.tripCount - a.tripCount : place(a) < place(b) ? -1 : 1));
}

/** The times of the trip of middling length among those with the most exact times; none where they run backwards. */
function timesOf(trips: readonly Trip[]): GtfsPattern["times"] {
  const timed = trips.map(({ calls }) => {
    const times = calls.map(({ arrival, departure, approximate }) => ({
      in: approximate ? null : (arrival ?? departure),
      out: approximate ? null : (departure ?? arrival),
    }));
    return { times, known: times.filter((one) => one.in !== null).length };
  });
  const most = timed.reduce((most, { known }) => Math.max(most, known), 0);
  const whole = timed
    .filter(({ times, known }) => known === most && known > 1 && times[0]!.out !== null)
    .map(({ times }) =>
      times.map((one) => ({
        reached: one.in === null ? null : one.in - times[0]!.out!,
        stands: one.in === null || one.out === null ? null : one.out - one.in,
      })),
    );
  const lasting = (times: readonly { reached: number | null }[]) =>
    times.findLast(({ reached }) => reached !== null)?.reached ?? 0;
  const middle = whole.sort((a, b) => lasting(a) - lasting(b))[whole.length >> 1];
  if (!middle) return null;
  const [first, ...rest] = middle;
  const times = [{ ...first!, reached: 0 }, ...rest];
  const reached = times.flatMap((one) => one.reached ?? []);
  return reached.every((one, at) => at === 0 || one >= reached[at - 1]!) ? times : null;
}
