import type { NetworkLine } from "../network/network.server";
import { weekdayNames } from "~/transit/gtfs/calendar.server";
import { type GtfsTable, plainDay, row, runs, tripOf } from "./feed-rows";
import { alongPath } from "./shape-distance";
import { tripTables } from "./trip-tables";

/** Every table of the feed, written row by row; each may go over the network once. */
export const gtfsTables: Record<string, GtfsTable> = {
  async *"agency.txt"(pass, { url, zone }) {
    yield row("agency_id", "agency_name", "agency_url", "agency_timezone", "agency_lang");
    const seen = new Set<string>();
    for await (const { orgId, orgName } of pass()) {
      if (!seen.has(orgId)) yield row(orgId, orgName, url, zone, "zh");
      seen.add(orgId);
    }
  },
  async *"stops.txt"(pass) {
    yield row("stop_id", "stop_code", "stop_name", "stop_lat", "stop_lon", "location_type");
    const seen = new Set<string>();
    for await (const line of pass()) {
      for (const { staUuid, staSelfCode, staName, lat, lng } of runs(line).flatMap(({ calls }) => calls)) {
        if (!seen.has(staUuid)) yield row(staUuid, staSelfCode, staName, lat, lng, 0);
        seen.add(staUuid);
      }
    }
  },
  async *"routes.txt"(pass) {
    yield row(
      "route_id",
      "agency_id",
      "route_short_name",
      "route_long_name",
      "route_type",
      "route_color",
      "route_text_color",
    );
    for await (const line of pass()) {
      if (runs(line).length > 0)
        yield row(line.lineUuid, line.orgId, ...namesOf(line), 3, line.color ?? "", line.textColor ?? "");
    }
  },
  ...tripTables,
  async *"shapes.txt"(pass) {
    yield row("shape_id", "shape_pt_lat", "shape_pt_lon", "shape_pt_sequence", "shape_dist_traveled");
    for await (const line of pass()) {
      for (const one of runs(line)) {
        if (one.path.length < 2) continue;
        const along = alongPath(one.path);
        for (const [at, [lng, lat]] of one.path.entries()) yield row(tripOf(one), lat, lng, at + 1, along[at]);
      }
    }
  },
  async *"calendar.txt"(pass, { asOf, until, calendars }) {
    yield row("service_id", ...weekdayNames, "start_date", "end_date");
    const days = (list: readonly number[]) => weekdayNames.map((_, at) => (list.includes(at + 1) ? 1 : 0));
    for (const [id, { weekdays, from, to }] of calendars.named)
      if (weekdays.length > 0 || (from && to))
        yield row(id, ...days(weekdays), plainDay(from ?? asOf), plainDay(to ?? until));
    for await (const line of pass()) {
      if (runs(line).every(({ services }) => services.length > 0)) continue;
      yield row(calendars.daily, ...days([1, 2, 3, 4, 5, 6, 7]), plainDay(asOf), plainDay(until));
      return;
    }
  },
  async *"calendar_dates.txt"(_, { calendars }) {
    yield row("service_id", "date", "exception_type");
    for (const [id, { added, removed }] of calendars.named) {
      for (const day of new Set(added)) yield row(id, plainDay(day), 1);
      for (const day of new Set(removed)) if (!added.includes(day)) yield row(id, plainDay(day), 2);
    }
  },
  async *"feed_info.txt"(_, { asOf, until, publisher, url }) {
    yield row(
      "feed_publisher_name",
      "feed_publisher_url",
      "feed_lang",
      "feed_start_date",
      "feed_end_date",
      "feed_version",
    );
    yield row(publisher, url, "zh", plainDay(asOf), plainDay(until), asOf);
  },
};

/** Short and long name. An import puts them together to the line's name where a short one is missing or stands for several lines. */
function namesOf(line: NetworkLine): [string, string] {
  const { lineName, longName } = line;
  const [first] = runs(line);
  if (!longName) return [lineName, `${first!.calls[0]!.staName}—${first!.calls.at(-1)!.staName}`];
  if (longName.startsWith(lineName)) return ["", longName];
  return [lineName.endsWith(` ${longName}`) ? lineName.slice(0, -longName.length - 1) : lineName, longName];
}
