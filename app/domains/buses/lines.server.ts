import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kernel/access/viewer";
import { db, inTransaction } from "~/kernel/db/pool.server";
import { updateRecord } from "~/kernel/db/records.server";
import type { DB } from "~/kernel/db/tables";
import { problem } from "~/kernel/http/problem";
import { heldOf } from "~/kernel/rooms/source.server";
import { today } from "~/kernel/time/today.server";
import { requireRunningLine } from "./fitting.server";
import { authorisedLines } from "./parts.server";
import { type LinePeriod, nextPeriods } from "./periods";
import { type AuthorisedLine, scrapped } from "./schema";
import { busRecord, busSource } from "./source.server";

/** The lines on which a bus may run today or later, the main ones first; with `ended` those of the past as well. */
export async function linesOfBus(_viewer: Viewer, busUuid: string, ended = false): Promise<AuthorisedLine[]> {
  const found = await sql<AuthorisedLine>`
    select bl.bus_line_uuid, bl.line_uuid, l.line_name, bl.is_main, lower(bl.valid) as begin_date, upper(bl.valid) - 1 as end_date, bl.valid @> ${today()}::date as in_force
    from bus_line bl join line l using (line_uuid)
    where bl.bus_uuid = ${busUuid} and ${ended ? sql`true` : sql`(upper_inf(bl.valid) or upper(bl.valid) > ${today()}::date)`}
    order by bl.is_main desc, lower(bl.valid), l.name_order`.execute(db());
  return found.rows;
}

/** Sets the lines that hold today or later; what has ended stays, and one left out that had begun ends yesterday. */
export async function saveLines(viewer: Viewer, busUuid: string, wanted: readonly LinePeriod[], version?: number): Promise<void> {
  await inTransaction(async (trx) => {
    const [bus] = await heldOf<{ busState: number }>(trx, busSource, viewer, [busUuid]);
    if (bus!.busState === scrapped && wanted.length > 0) throw problem.field("lines", "报废车辆不能安排线路");
    const before = await authorisedLines.read(trx, busUuid);
    for (const [place, { lineUuid }] of wanted.entries()) {
      if (!before.some((known) => known.lineUuid === lineUuid)) await requireRunningLine(trx, viewer, lineUuid, `lines[${place}].lineUuid`);
    }
    await updateRecord(trx, viewer, busRecord, busUuid, { lines: nextPeriods(before, wanted, today()) }, version);
  });
}

/** Authorises a bus on one more line. */
export async function addLine(viewer: Viewer, busUuid: string, added: LinePeriod): Promise<void> {
  const now = await linesOfBus(viewer, busUuid);
  await saveLines(viewer, busUuid, [...now.map(({ lineUuid, isMain, beginDate, endDate }) => ({ lineUuid, isMain, beginDate, endDate })), added]);
}

/** A bus's lines as they are left when it runs on none from today on. */
export const linesEnded = async (trx: Transaction<DB>, busUuid: string) => nextPeriods(await authorisedLines.read(trx, busUuid), [], today());

/** Ends the lines of a bus that have themselves been deleted. */
export async function endLinesGone(trx: Transaction<DB>, busUuid: string): Promise<void> {
  const gone = sql`bus_uuid = ${busUuid} and line_uuid in (select line_uuid from line where deleted_at is not null)`;
  await sql`delete from bus_line where ${gone} and lower(valid) >= ${today()}::date`.execute(trx);
  await sql`update bus_line set valid = daterange(lower(valid), ${today()}::date) where ${gone} and valid @> ${today()}::date`.execute(trx);
}
