import { gtfsLimits } from "~/kit/ground/files/limits";
import { readFrequencies, readServices } from "./calendar.server";
import { type GtfsFeed, GtfsFileError } from "./feed";
import { patternsOf } from "./patterns";
import { readRoutes, readShapes, readStops, readStopTimes, readTrips, type Trip } from "./read-tables.server";
import { GtfsArchive, type GtfsLimits } from "./rows.server";
import { departuresOf } from "./timetable";

/** Reads a GTFS archive from a path or its bytes; throws `GtfsFileError` for one that cannot be used. */
export async function readGtfs(source: string | Buffer, limits: Partial<GtfsLimits> = {}): Promise<GtfsFeed> {
  const archive = await GtfsArchive.open(source, { ...gtfsLimits, ...limits });
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

function leaving({ calls: [first] }: Trip): { departure: number | null; approximate: boolean } {
  return { departure: first?.departure ?? first?.arrival ?? null, approximate: first?.approximate ?? false };
}
