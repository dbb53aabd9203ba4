import { sql, type Transaction } from "kysely";
import { inScope, shownWithin } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { addDays } from "~/kit/ground/time/days";
import { findPeriodFaults, sortPeriods, type Period } from "~/kit/room/periods";
import { lockRows } from "~/kit/room/source.server";
import { today } from "~/kit/ground/time/today.server";
import { scrapped } from "./choices";
import { requireRunningLine } from "./fitting.server";
import { authorisedLines } from "./parts.server";
import type { AuthorisedLine } from "./work-forms";
import { busSource } from "./source.server";

/** The lines on which a bus may run today or later, the main ones first; with `ended` those of the past as well. */
export async function linesOfBus(viewer: Viewer, busUuid: string, ended = false): Promise<AuthorisedLine[]> {
  const found = await sql<AuthorisedLine>`
    select bl.bus_line_uuid, bl.line_uuid, ${shownWithin(viewer, sql`l.org_id`, sql`l.line_name`)} as line_name, bl.is_main, lower(bl.valid) as begin_date, upper(bl.valid) - 1 as end_date, bl.valid @> ${today()}::date as in_force
    from bus_line bl join line l using (line_uuid)
    where bl.bus_uuid = ${busUuid} and ${ended ? sql`true` : sql`(upper_inf(bl.valid) or upper(bl.valid) > ${today()}::date)`}
    order by bl.is_main desc, lower(bl.valid), l.name_order`.execute(db());
  return found.rows;
}

export interface BusOfLine {
  busUuid: string;
  busSelfCode: string;
  plateNum: string;
  isMain: boolean;
  beginDate: string;
  endDate: string | null;
}

export async function busesOfLine(viewer: Viewer, lineUuid: string): Promise<BusOfLine[]> {
  const found = await sql<BusOfLine>`
    select bus_uuid, bus_self_code, plate_num, is_main, lower(valid) as begin_date, upper(valid) - 1 as end_date
    from bus_line join bus using (bus_uuid) where line_uuid = ${lineUuid} and (upper_inf(valid) or upper(valid) > ${today()}::date)
      and deleted_at is null and ${inScope(viewer, sql`bus.org_id`)} order by bus_self_code, lower(valid) limit 1000`.execute(
    db(),
  );
  return found.rows;
}

export function saveLines(viewer: Viewer, busUuid: string, lines: Period[], version?: number): Promise<void> {
  return changeLines(viewer, busUuid, () => lines, version);
}

export function addLine(viewer: Viewer, busUuid: string, added: Period): Promise<void> {
  return changeLines(viewer, busUuid, (before) => {
    const lines = [...before, added];
    const faults = findPeriodFaults(lines);
    if (faults.length > 0) throw problem.fields(faults.map(({ field, message }) => ({ path: field, message })));
    return sortPeriods(lines);
  });
}

async function changeLines(
  viewer: Viewer,
  busUuid: string,
  change: (before: Period[]) => Period[],
  version?: number,
): Promise<void> {
  await inTransaction(async (trx) => {
    const [bus] = await lockRows<{ busState: number }>(trx, busSource, viewer, [busUuid]);
    const before = await authorisedLines.read(trx, busUuid);
    const lines = change(before);
    if (bus!.busState === scrapped && lines.some((line) => !hasEnded(line)))
      throw problem.field("lines", "报废车辆不能安排线路");
    for (const [row, { lineUuid }] of lines.entries()) {
      if (!before.some((known) => known.lineUuid === lineUuid))
        await requireRunningLine(trx, viewer, lineUuid, `lines[${row}].lineUuid`);
    }
    await updateRecord(trx, viewer, busSource.kept, busUuid, { lines }, version);
  });
}

export const hasEnded = ({ endDate }: Period) => endDate !== null && endDate < today();

export async function endLines(trx: Transaction<DB>, busUuid: string): Promise<Period[]> {
  const began = (await authorisedLines.read(trx, busUuid)).filter(({ beginDate }) => beginDate < today());
  const yesterday = addDays(today(), -1);
  return began.map((line) => (hasEnded(line) ? line : { ...line, endDate: yesterday }));
}

export async function endDeletedLines(trx: Transaction<DB>, busUuid: string): Promise<void> {
  const gone = sql`bus_uuid = ${busUuid} and line_uuid in (select line_uuid from line where deleted_at is not null)`;
  await sql`delete from bus_line where ${gone} and lower(valid) >= ${today()}::date`.execute(trx);
  await sql`update bus_line set valid = daterange(lower(valid), ${today()}::date) where ${gone} and valid @> ${today()}::date`.execute(
    trx,
  );
}
