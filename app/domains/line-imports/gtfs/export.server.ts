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
import { db } from "~/kit/data/db/pool.server";
import { writeArchive } from "~/kit/ground/files/write-archive.server";
import { log } from "~/kit/ground/log.server";
import type { FeedForm } from "./schema";
import { nameCalendars } from "./export-calendars";
import type { FeedAsked } from "./feed-rows";
import { gtfsTables } from "./tables";
import { headwayMinutes } from "./times";

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
  const trx = await db().startTransaction().setIsolationLevel("repeatable read").execute();
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
