import type { NetworkDirection, NetworkLine } from "~/domains/line-versions/queries.server";
import { alongOf, alongPath } from "./shape-distance";
import { gtfsTime, headwayMinutes, secondsOf, secondsOfDay } from "./times";

export interface FeedFacts {
  asOf: string;
  /** Also lines that are not in service. */
  all: boolean;
  until: string;
  /** km/h. */
  speed: number;
  zone: string;
  url: string;
  publisher: string;
}

type Value = string | number | null | undefined;
type Pass = () => AsyncIterable<NetworkLine>;
export type GtfsTable = (pass: Pass, facts: FeedFacts) => AsyncIterable<string>;

/** A line of CSV as RFC 4180 has it. */
const row = (...values: Value[]) =>
  `${values.map((value) => (/[",\r\n]/.test(String(value ?? "")) ? `"${String(value).replaceAll('"', '""')}"` : String(value ?? ""))).join(",")}\r\n`;

const service = "daily";
const tripOf = ({ classifySid, direction }: NetworkDirection) => `${classifySid}-${direction}`;
const runs = ({ directions }: NetworkLine) => directions.filter(({ calls }) => calls.length > 1);
const firstOf = (line: NetworkLine, direction: number) => (direction === 1 ? line.upFirst : line.downFirst) ?? "06:00";
const lastOf = (line: NetworkLine, direction: number) => (direction === 1 ? line.upLast : line.downLast);

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
    yield row("route_id", "agency_id", "route_short_name", "route_long_name", "route_type");
    for await (const line of pass()) {
      const [first] = runs(line);
      if (first)
        yield row(
          line.lineUuid,
          line.orgId,
          line.lineName,
          `${first.calls[0]!.staName}—${first.calls.at(-1)!.staName}`,
          3,
        );
    }
  },
  async *"trips.txt"(pass) {
    yield row("route_id", "service_id", "trip_id", "trip_headsign", "trip_short_name", "direction_id", "shape_id");
    for await (const line of pass()) {
      for (const one of runs(line))
        yield row(
          line.lineUuid,
          service,
          tripOf(one),
          one.calls.at(-1)!.staName,
          one.sortType === 1 ? "" : one.classifyName,
          one.direction - 1,
          one.path.length > 1 ? tripOf(one) : "",
        );
    }
  },
  async *"stop_times.txt"(pass, { speed }) {
    yield row(
      "trip_id",
      "arrival_time",
      "departure_time",
      "stop_id",
      "stop_sequence",
      "shape_dist_traveled",
      "timepoint",
    );
    for await (const line of pass()) {
      for (const one of runs(line)) {
        const begin = secondsOfDay(firstOf(line, one.direction));
        const { seconds } = secondsOf(one.calls, speed);
        const along = alongOf(one);
        // Times between the ends are estimates, and even the first is only the day's first departure.
        for (const [at, { staUuid }] of one.calls.entries())
          yield row(
            tripOf(one),
            gtfsTime(begin + seconds[at]!),
            gtfsTime(begin + seconds[at]!),
            staUuid,
            at + 1,
            along?.[at],
            0,
          );
      }
    }
  },
  async *"frequencies.txt"(pass) {
    yield row("trip_id", "start_time", "end_time", "headway_secs", "exact_times");
    for await (const line of pass()) {
      const headway = headwayMinutes(line.departureInterval);
      for (const one of runs(line)) {
        const last = lastOf(line, one.direction);
        if (headway === null || !last) continue;
        const [begin, end] = [secondsOfDay(firstOf(line, one.direction)), secondsOfDay(last)];
        yield row(
          tripOf(one),
          gtfsTime(begin),
          gtfsTime((end > begin ? end : end + 86_400) + 60),
          Math.round(headway * 60),
          0,
        );
      }
    }
  },
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
  async *"calendar.txt"(_, { asOf, until }) {
    yield row(
      "service_id",
      "monday",
      "tuesday",
      "wednesday",
      "thursday",
      "friday",
      "saturday",
      "sunday",
      "start_date",
      "end_date",
    );
    yield row(service, 1, 1, 1, 1, 1, 1, 1, asOf.replaceAll("-", ""), until.replaceAll("-", ""));
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
    yield row(publisher, url, "zh", asOf.replaceAll("-", ""), until.replaceAll("-", ""), asOf);
  },
};
