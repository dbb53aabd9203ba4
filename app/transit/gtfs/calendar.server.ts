import { beyond, gtfsLimits } from "~/kit/ground/files/limits";
import { GtfsFileError, type UnreadLines } from "./feed";
import type { GtfsArchive } from "./rows.server";
import { type Frequency, secondsOfTime, type Services } from "./timetable";
import type { ServiceDays } from "./trip-service";

export const weekdayNames = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

/** The days of each service; dates that cannot be read are left out and counted. */
export async function readCalendars(
  archive: GtfsArchive,
  unread: UnreadLines,
): Promise<{ calendars: Map<string, ServiceDays>; services: Services }> {
  const calendars = new Map<string, ServiceDays>();
  const date = (text: string | undefined, line: number) => {
    const day = text ? dayOf(text) : null;
    if (text && day === null && unread.count++ === 0) Object.assign(unread, { line, text: text.slice(0, 20) });
    return day;
  };
  for await (const { row, line } of archive.rows("calendar.txt", ["service_id"])) {
    const name = row.service_id!;
    const days = weekdayNames.flatMap((column, at) => (row[column] === "1" ? [at + 1] : []));
    const known = calendars.get(name);
    const weekdays = [...new Set([...(known?.weekdays ?? []), ...days])].sort();
    const [from, to] = [date(row.start_date, line), date(row.end_date, line)];
    calendars.set(name, { name, weekdays, from, to, added: [], removed: [] });
  }
  const hasWeekdays = calendars.size > 0;
  for await (const { row, line } of archive.rows("calendar_dates.txt", ["service_id", "date", "exception_type"])) {
    const name = row.service_id!;
    const known = calendars.get(name) ?? { name, weekdays: [], from: null, to: null, added: [], removed: [] };
    const list = row.exception_type === "1" ? known.added : row.exception_type === "2" ? known.removed : null;
    const day = date(row.date, line);
    if (!list || !day) continue;
    if (list.push(day) > gtfsLimits.serviceDates)
      throw new GtfsFileError(`${beyond.serviceDates(name, gtfsLimits.serviceDates)}，请检查 calendar_dates.txt`);
    calendars.set(name, known);
  }
  for (const { added, removed } of calendars.values()) for (const list of [added, removed]) list.sort();
  const daysOf = ({ weekdays, added }: ServiceDays) => new Set<string>(hasWeekdays ? weekdays.map(String) : added);
  return { calendars, services: new Map([...calendars].map(([name, days]) => [name, daysOf(days)])) };
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
    if (start === null || end === null || !(headway > 0 && headway <= 86_400)) continue;
    const known = frequencies.get(row.trip_id!) ?? [];
    frequencies.set(row.trip_id!, known);
    known.push({ start, end, headway, isExact: row.exact_times === "1" });
  }
  return frequencies;
}

function dayOf(text: string): string | null {
  const day = /^\d{8}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : "";
  const read = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day) ? day : null;
}
