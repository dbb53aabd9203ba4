import { beyond, gtfsLimits } from "~/kit/ground/files/limits";
import { GtfsFileError, type GtfsRoute, type GtfsStop, type SkippedTrips, type UnreadLines } from "./feed";
import type { GtfsArchive } from "./rows.server";
import { secondsOfTime } from "./timetable";

export interface Trip {
  tripId: string;
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

export async function readRoutes(archive: GtfsArchive): Promise<Map<string, GtfsRoute>> {
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
      color: colorIn(row.route_color),
      textColor: colorIn(row.route_text_color),
    });
  }
  return routes;
}

const colorIn = (text = "") => (/^[0-9A-Fa-f]{6}$/.test(text) ? text.toUpperCase() : "");

/** The stops that have a place, by their ids. */
export async function readStops(archive: GtfsArchive): Promise<Map<string, GtfsStop>> {
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

/** Trips by their ids; those of no route are left out, and `left` has their ids. */
export async function readTrips(
  archive: GtfsArchive,
  routes: ReadonlyMap<string, GtfsRoute>,
  skipped: SkippedTrips,
): Promise<{ trips: Map<string, Trip>; left: ReadonlySet<string> }> {
  const trips = new Map<string, Trip>();
  const left = new Set<string>();
  for await (const { row, line } of archive.rows("trips.txt", ["route_id", "trip_id"])) {
    if (!routes.has(row.route_id!)) {
      note(skipped.routes, line, row.route_id!);
      left.add(row.trip_id!);
      continue;
    }
    const direction = row.direction_id === "0" ? 0 : row.direction_id === "1" ? 1 : null;
    trips.set(row.trip_id!, {
      tripId: row.trip_id!,
      routeId: row.route_id!,
      direction,
      headsign: row.trip_headsign ?? "",
      shapeId: row.shape_id ?? "",
      serviceId: row.service_id ?? "",
      calls: [],
    });
  }
  return { trips, left };
}

function note(unread: UnreadLines, line: number, text: string): void {
  if (unread.count++ === 0) Object.assign(unread, { line, text: text.slice(0, 40) });
}

/** Adds the calls to their trips and takes those out of them that call where no stop is; answers what times it could not read. */
export async function readStopTimes(
  archive: GtfsArchive,
  { trips, left }: Awaited<ReturnType<typeof readTrips>>,
  stops: Map<string, GtfsStop>,
  skipped: SkippedTrips,
): Promise<UnreadLines> {
  const unread = { count: 0, line: 0, text: "" };
  const wrong = new Set<string>();
  const repeated = new Set<string>();
  const time = (text: string | undefined, line: number) => {
    const seconds = text ? secondsOfTime(text) : null;
    if (text && seconds === null) note(unread, line, text.slice(0, 20));
    return seconds;
  };
  for await (const { row, line } of archive.rows("stop_times.txt", ["trip_id", "stop_id", "stop_sequence"])) {
    const trip = trips.get(row.trip_id!);
    if (!trip) {
      if (!left.has(row.trip_id!)) note(skipped.trips, line, row.trip_id!);
      continue;
    }
    const stop = stops.get(row.stop_id!);
    if (!stop) {
      if (!wrong.has(trip.tripId)) note(skipped.stops, line, row.stop_id!);
      wrong.add(trip.tripId);
      continue;
    }
    const sequence = numberIn("stop_times.txt", line, "stop_sequence", row.stop_sequence);
    if (trip.calls.length >= gtfsLimits.tripCalls)
      throw new GtfsFileError(
        `stop_times.txt 第 ${line} 行：${beyond.tripCalls(row.trip_id!, gtfsLimits.tripCalls)}，请检查文件`,
      );
    if (trip.calls.at(-1)?.sequence === sequence && !repeated.has(trip.tripId)) {
      note(skipped.sequences, line, String(sequence));
      repeated.add(trip.tripId);
    }
    trip.calls.push({
      sequence,
      stopId: stop.stopId,
      arrival: time(row.arrival_time, line),
      departure: time(row.departure_time, line),
      approximate: row.timepoint === "0",
    });
  }
  for (const tripId of wrong) trips.delete(tripId);
  return unread;
}

/** The shapes by their ids, longitude and latitude in turn. */
export async function readShapes(archive: GtfsArchive): Promise<Map<string, Float64Array>> {
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

/** A number of a table; throws GtfsFileError with its line. */
function numberIn(table: string, line: number, column: string, text: string | undefined, most = Infinity): number {
  const value = text ? Number(text) : NaN;
  if (Number.isFinite(value) && Math.abs(value) <= most) return value;
  throw new GtfsFileError(`${table} 第 ${line} 行的 ${column} “${text ?? ""}”不是有效的数值`);
}
