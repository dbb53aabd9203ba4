import { parse } from "csv-parse/sync";
import { fromBufferPromise } from "yauzl";
import { weekdayNames } from "~/transit/gtfs/calendar.server";
import { checkCalls, checkShapes, type Row, secondsOf } from "./feed-order.sample";

const required: Record<string, { columns: string[]; key: string[] }> = {
  "agency.txt": { columns: ["agency_id", "agency_name", "agency_url", "agency_timezone"], key: ["agency_id"] },
  "stops.txt": { columns: ["stop_id", "stop_name", "stop_lat", "stop_lon"], key: ["stop_id"] },
  "routes.txt": { columns: ["route_id", "agency_id", "route_type"], key: ["route_id"] },
  "trips.txt": { columns: ["route_id", "service_id", "trip_id"], key: ["trip_id"] },
  "stop_times.txt": { columns: ["trip_id", "stop_id", "stop_sequence"], key: ["trip_id", "stop_sequence"] },
  "calendar_dates.txt": { columns: ["service_id", "date", "exception_type"], key: ["service_id", "date"] },
  "calendar.txt": {
    columns: ["service_id", ...weekdayNames, "start_date", "end_date"],
    key: ["service_id"],
  },
  "shapes.txt": {
    columns: ["shape_id", "shape_pt_lat", "shape_pt_lon", "shape_pt_sequence"],
    key: ["shape_id", "shape_pt_sequence"],
  },
  "frequencies.txt": { columns: ["trip_id", "start_time", "end_time", "headway_secs"], key: ["trip_id", "start_time"] },
  "feed_info.txt": {
    columns: ["feed_publisher_name", "feed_publisher_url", "feed_lang"],
    key: ["feed_publisher_name"],
  },
};

/** Everything that breaks a rule of GTFS Schedule in a feed of ours, written from the reference's tables; none is a valid feed. */
export async function feedFaults(archive: Buffer): Promise<string[]> {
  const tables = await tablesOf(archive);
  const faults: string[] = [];
  const fault = (text: string) => faults.length < 50 && faults.push(text);
  for (const [name, { columns, key }] of Object.entries(required)) {
    const rows = tables.get(name);
    if (!rows) {
      fault(`${name} is missing`);
      continue;
    }
    for (const [at, row] of rows.entries())
      for (const column of columns) if (!row[column]) fault(`${name} ${at + 2}: ${column} is empty`);
    if (new Set(rows.map((row) => JSON.stringify(key.map((one) => row[one])))).size < rows.length)
      fault(`${name}: ${key.join("+")} is not unique`);
  }
  if (faults.length > 0) return faults;
  const of = (name: string) => tables.get(name)!;
  const keys = (name: string, column: string) => new Set(of(name).map((row) => row[column]!));
  const refers = (name: string, column: string, there: Set<string>) =>
    of(name).forEach(
      (row, at) =>
        row[column] && !there.has(row[column]) && fault(`${name} ${at + 2}: ${column} ${row[column]} is nowhere`),
    );
  refers("routes.txt", "agency_id", keys("agency.txt", "agency_id"));
  refers("trips.txt", "route_id", keys("routes.txt", "route_id"));
  const dated = new Set(of("calendar_dates.txt").map((row) => row.service_id!));
  refers("trips.txt", "service_id", new Set([...keys("calendar.txt", "service_id"), ...dated]));
  refers("trips.txt", "shape_id", keys("shapes.txt", "shape_id"));
  refers("stop_times.txt", "trip_id", keys("trips.txt", "trip_id"));
  refers("stop_times.txt", "stop_id", keys("stops.txt", "stop_id"));
  refers("frequencies.txt", "trip_id", keys("trips.txt", "trip_id"));
  for (const { agency_timezone: zone, agency_lang: lang, agency_url: url } of of("agency.txt")) {
    if (!Intl.supportedValuesOf("timeZone").includes(zone!)) fault(`agency_timezone ${zone}`);
    if (!/^[a-z]{2}(-[A-Za-z]+)?$/.test(lang!)) fault(`agency_lang ${lang}`);
    if (!/^https?:\/\//.test(url!)) fault(`agency_url ${url}`);
  }
  if (new Set(of("agency.txt").map(({ agency_timezone: zone }) => zone)).size > 1)
    fault("agencies of several time zones");
  for (const { stop_lat: lat, stop_lon: lng, stop_id: id } of of("stops.txt"))
    if (Math.abs(Number(lat)) > 90 || Math.abs(Number(lng)) > 180 || lat === lng) fault(`stop ${id} at ${lng},${lat}`);
  for (const { route_type: type, route_color: color, ...route } of of("routes.txt")) {
    if (type !== "3" || !/^([0-9A-F]{6})?$/.test(color!)) fault(`route_type ${type}, route_color ${color}`);
    if (!route.route_short_name && !route.route_long_name) fault("a route without a name");
  }
  for (const { direction_id: direction } of of("trips.txt"))
    if (!["0", "1"].includes(direction!)) fault(`direction_id ${direction}`);
  for (const row of [
    ...of("calendar.txt"),
    ...of("feed_info.txt").map((info) => ({ start_date: info.feed_start_date!, end_date: info.feed_end_date! })),
  ]) {
    if (![row.start_date, row.end_date].every((day) => /^\d{8}$/.test(day!)) || row.start_date! > row.end_date!)
      fault(`days ${row.start_date}-${row.end_date}`);
  }
  const usedStops = keys("stop_times.txt", "stop_id");
  for (const { stop_id: id } of of("stops.txt")) if (!usedStops.has(id!)) fault(`stop ${id} is never called at`);
  const shapeEnds = checkShapes(of("shapes.txt"), fault);
  const trips = new Map(of("trips.txt").map((trip) => [trip.trip_id!, trip]));
  const calls = checkCalls(of("stop_times.txt"), fault, (tripId) => shapeEnds.get(trips.get(tripId)?.shape_id ?? ""));
  for (const tripId of trips.keys()) if ((calls.get(tripId) ?? 0) < 2) fault(`trip ${tripId} has fewer than two calls`);
  for (const { start_time: start, end_time: end, headway_secs: headway } of of("frequencies.txt"))
    if (secondsOf(start!) >= secondsOf(end!) || !(Number(headway) > 0)) fault(`frequency ${start}-${end} ${headway}`);
  return faults;
}

async function tablesOf(archive: Buffer): Promise<Map<string, Row[]>> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true, autoClose: false });
  const tables = new Map<string, Row[]>();
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = [];
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
    tables.set(entry.fileName, parse(Buffer.concat(pieces), { columns: true }) as Row[]);
  }
  zip.close();
  return tables;
}
