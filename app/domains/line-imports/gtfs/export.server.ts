import { Readable } from "node:stream";
import { sql } from "kysely";
import { ZipFile } from "yazl";
import { type NetworkLine, networkOn } from "~/domains/lines/queries.server";
import type { Viewer } from "~/kernel/access/viewer";
import { db } from "~/kernel/db/pool.server";
import { log } from "~/kernel/log.server";
import { type FeedFacts, gtfsTables } from "./tables";
import { headwayMinutes, secondsOf } from "./times";

/** What a feed would hold. */
export interface FeedCounts {
  lines: number;
  trips: number;
  stops: number;
  /** Directions whose times are as kept, by station; the others are estimated. */
  timed: number;
  /** Lines whose first and last departures and interval are known. */
  frequent: number;
  /** Directions without a path. */
  shapeless: number;
}

/** Counts the network in service on a day. */
export async function countFeed(viewer: Viewer, asOf: string): Promise<FeedCounts> {
  const counts: FeedCounts = { lines: 0, trips: 0, stops: 0, timed: 0, frequent: 0, shapeless: 0 };
  const stops = new Set<string>();
  for await (const line of networkOn(viewer, asOf, db())) {
    const runs = line.directions.filter(({ calls }) => calls.length > 1);
    if (runs.length === 0) continue;
    counts.lines++;
    counts.trips += runs.length;
    counts.timed += runs.filter(({ calls }) => secondsOf(calls, 20).known).length;
    counts.shapeless += runs.filter(({ path }) => path.length < 2).length;
    if (headwayMinutes(line.departureInterval) !== null && line.upLast) counts.frequent++;
    for (const { staUuid } of runs.flatMap(({ calls }) => calls)) stops.add(staUuid);
  }
  return { ...counts, stops: stops.size };
}

/** The network in service on a day as a GTFS archive, written as it is read, from one state of the database. */
export async function* exportFeed(viewer: Viewer, facts: FeedFacts): AsyncGenerator<Uint8Array> {
  const trx = await db().startTransaction().setIsolationLevel("repeatable read").execute();
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  try {
    await sql`set local idle_in_transaction_session_timeout = '5000s'`.execute(trx);
    const pass = (): AsyncIterable<NetworkLine> => networkOn(viewer, facts.asOf, trx);
    for (const [name, table] of Object.entries(gtfsTables)) {
      archive.addReadStreamLazy(name, { compress: true, mtime: new Date(`${facts.asOf}T00:00:00Z`) }, (take) => {
        const stream = Readable.from(inPieces(table(pass, facts)));
        stream.once("error", (error) => output.destroy(error));
        take(null, stream);
      });
    }
    archive.end();
    yield* output as AsyncIterable<Uint8Array>;
  } finally {
    output.destroy();
    await trx.rollback().execute().catch((error: unknown) => log.warn({ err: error }, "the transaction of a GTFS export could not be ended"));
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
