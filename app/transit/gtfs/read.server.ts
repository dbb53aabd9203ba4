import { gtfsLimits } from "~/kit/ground/files/limits";
import { readCalendars, readFrequencies } from "./calendar.server";
import { type GtfsFeed, GtfsFileError } from "./feed";
import { patternsOf } from "./patterns";
import { readRoutes, readShapes, readStops, readStopTimes, readTrips } from "./read-tables.server";
import { GtfsArchive, type GtfsLimits } from "./rows.server";
import { departuresOf } from "./timetable";
import { departureOf } from "./trip-service";

const nothing = () => ({ count: 0, line: 0, text: "" });

/** Reads a GTFS archive from a path or its bytes; throws `GtfsFileError` for one that cannot be used. */
export async function readGtfs(source: string | Buffer, limits: Partial<GtfsLimits> = {}): Promise<GtfsFeed> {
  const archive = await GtfsArchive.open(source, { ...gtfsLimits, ...limits });
  try {
    const missing = ["routes.txt", "trips.txt", "stops.txt", "stop_times.txt"].filter((table) => !archive.has(table));
    if (missing.length) throw new GtfsFileError(`压缩包里缺少 ${missing.join("、")}，这不是完整的 GTFS 文件`);
    const routes = await readRoutes(archive);
    const stops = await readStops(archive);
    const skipped = { stops: nothing(), routes: nothing(), trips: nothing(), sequences: nothing() };
    const found = await readTrips(archive, routes, skipped);
    const { trips } = found;
    const unreadTimes = await readStopTimes(archive, found, stops, skipped);
    const shapes = await readShapes(archive);
    const unreadDates = nothing();
    const { calendars, services } = await readCalendars(archive, unreadDates);
    const frequencies = await readFrequencies(archive);
    const untaken = { left: 0, backwards: 0 };
    const patterns = patternsOf(trips, stops, shapes, { calendars, frequencies }, untaken);
    const timed = [...trips].map(([tripId, trip]) => ({
      ...trip,
      departure: departureOf(trip),
      approximate: trip.calls[0]?.approximate ?? false,
      frequencies: frequencies.get(tripId) ?? [],
    }));
    const departures = departuresOf(timed, services);
    return {
      routes,
      stops,
      shapes,
      patterns,
      departures,
      unreadTimes,
      unreadDates,
      skipped,
      untaken,
      tables: archive.tables,
      columns: archive.columns,
    };
  } finally {
    archive.close();
  }
}
