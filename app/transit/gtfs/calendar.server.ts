import type { GtfsArchive } from "./rows.server";
import { type Frequency, secondsOfTime, type Services } from "./timetable";

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

/** The weekdays of each service, 1 to 7; where the feed has only dates, those. */
export async function readServices(archive: GtfsArchive): Promise<Services> {
  const services = new Map<string, Set<string>>();
  for await (const { row } of archive.rows("calendar.txt", ["service_id"])) {
    const days = weekdays.flatMap((name, at) => (row[name] === "1" ? [String(at + 1)] : []));
    const known = services.get(row.service_id!) ?? new Set();
    for (const day of days) known.add(day);
    services.set(row.service_id!, known);
  }
  if (services.size > 0) return services;
  for await (const { row } of archive.rows("calendar_dates.txt", ["service_id", "date", "exception_type"])) {
    if (row.exception_type === "1")
      services.set(row.service_id!, (services.get(row.service_id!) ?? new Set<string>()).add(row.date!));
  }
  return services;
}

/** How often trips are repeated; rows without a readable time or interval are left out. */
export async function readFrequencies(archive: GtfsArchive): Promise<Map<string, Frequency[]>> {
  const frequencies = new Map<string, Frequency[]>();
  for await (const { row } of archive.rows("frequencies.txt", ["trip_id", "start_time", "end_time", "headway_secs"])) {
    const [start, end, headway] = [
      secondsOfTime(row.start_time!),
      secondsOfTime(row.end_time!),
      Number(row.headway_secs),
    ];
    if (start === null || end === null || !(headway > 0)) continue;
    const known = frequencies.get(row.trip_id!);
    if (known) known.push({ start, end, headway });
    else frequencies.set(row.trip_id!, [{ start, end, headway }]);
  }
  return frequencies;
}
