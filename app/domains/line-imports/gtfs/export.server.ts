import { sql } from "kysely";
import {
  type CountedLine,
  countNetwork,
  countServices,
  linesOutOfService,
  serviceDaysOn,
} from "../network/network-counts.server";
import { type NetworkLine, networkOn } from "../network/network.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { databaseToRead, db } from "~/kit/data/db/pool.server";
import { writeArchive } from "~/kit/ground/files/write-archive.server";
import { log } from "~/kit/ground/log.server";
import type { FeedForm } from "./schema";
import { nameCalendars } from "./export-calendars";
import { type FeedAsked, type GtfsTable, plainDay, row, runs, tripOf } from "./feed-rows";
import { headwayMinutes } from "./times";
import { weekdayNames } from "~/transit/gtfs/calendar.server";
import { alongPath } from "./shape-distance";
import { tripTables } from "./trip-tables";

export async function countFeed(viewer: Viewer, { asOf, all }: Pick<FeedForm, "asOf" | "all">) {
  const [lines, left, services] = await Promise.all([
    countNetwork(viewer, { asOf, all }, db()),
    linesOutOfService(viewer, asOf, db()),
    countServices(viewer, { asOf, all }, db()),
  ]);
  const sum = (of: (line: CountedLine) => number) => lines.reduce((total, line) => total + of(line), 0);
  return {
    lines: lines.length,
    directions: sum(({ directions }) => directions),
    services,
    stops: lines[0]?.stations ?? 0,
    timed: sum(({ timed }) => timed),
    shapeless: sum(({ shapeless }) => shapeless),
    left,
    frequent: lines.filter(
      ({ departureInterval, upLast, downLast }) => headwayMinutes(departureInterval) !== null && (upLast ?? downLast),
    ).length,
  };
}

/** The network of a day as a GTFS archive, written as it is read, from one state of the database. */
export async function* exportFeed(viewer: Viewer, asked: FeedAsked): AsyncGenerator<Uint8Array> {
  const trx = await (await databaseToRead()).startTransaction().setIsolationLevel("repeatable read").execute();
  try {
    await sql`set local idle_in_transaction_session_timeout = '5000s'`.execute(trx);
    const pass = (): AsyncIterable<NetworkLine> => networkOn(viewer, asked, trx);
    const facts = { ...asked, calendars: nameCalendars(await serviceDaysOn(viewer, asked, trx)) };
    yield* writeArchive(
      Object.entries(gtfsTables).map(([name, table]) => ({
        name,
        content: () => inPieces(table(pass, facts)),
        changed: new Date(`${asked.asOf}T00:00:00Z`),
      })),
    );
  } finally {
    await trx
      .rollback()
      .execute()
      .catch((error: unknown) => log.warn({ err: error }, "the transaction of a GTFS export could not be ended"));
  }
}

/** Rows joined to pieces of some 64 kB, so that each is worth a write. */
async function* inPieces(rows: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let piece = "";
  for await (const row of rows) {
    piece += row;
    if (piece.length < 65_536) continue;
    yield Buffer.from(piece);
    piece = "";
  }
  if (piece) yield Buffer.from(piece);
}

/** Every table of the feed, written row by row; each may go over the network once. */
const gtfsTables: Record<string, GtfsTable> = {
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
