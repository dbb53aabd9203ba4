import { sql, type Transaction } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { Problem, problem } from "~/kit/ground/problem";
import { addDays } from "~/kit/ground/time/days";
import { today } from "~/kit/ground/time/today.server";
import { lockRows } from "~/kit/room/source.server";
import { scrapped } from "./choices";
import { findContradictions, requireRunningLine } from "./fitting.server";
import { hasEnded } from "./lines.server";
import { authorisedLines } from "./parts.server";
import type { BusValues } from "./room";
import { busSource } from "./source.server";
import { type Period, sortPeriods } from "~/kit/room/periods";

type Changes = Partial<BusValues> & { lineUuid?: string | null; lineFrom?: string | null };

export async function changeWithLine(
  trx: Transaction<DB>,
  viewer: Viewer,
  busUuid: string,
  { lineUuid, lineFrom, ...changes }: Changes,
): Promise<void> {
  const [bus] = await lockRows<BusValues>(trx, busSource, viewer, [busUuid]);
  const lines = changeMain(await authorisedLines.read(trx, busUuid), lineUuid ?? null, lineFrom ?? today());
  const after = { ...bus!, ...changes };
  const fault = after.busState === scrapped && !lines.every(hasEnded);
  if (fault) throw problem.field("lineUuid", "报废车辆不能安排线路");
  const [wrong] = findContradictions(after, undefined);
  if (wrong) throw problem.fields([wrong]);
  await updateRecord(trx, viewer, busSource.kept, busUuid, { ...changes, lines });
}

/** Moves the buses with these own numbers or plates to a line from a day on, all or none. */
export async function moveBuses(
  viewer: Viewer,
  lineUuid: string,
  { numbers, from }: { numbers: readonly string[]; from: string },
): Promise<{ moved: number; same: number }> {
  refuseEarlier(from, "from");
  return inTransaction(async (trx) => {
    await requireRunningLine(trx, viewer, lineUuid, "");
    const found = await sql<{ busUuid: string; version: number; number: string }>`
      select bus_uuid, version, number from unnest(${[...new Set(numbers)]}::text[]) number
      join bus on bus_self_code = number or plate_num = number where deleted_at is null and ${inScope(viewer, sql`org_id`)} order by bus_uuid`.execute(
      trx,
    );
    const known = new Set(found.rows.map(({ number }) => number));
    const missing = numbers.filter((number) => !known.has(number));
    if (missing.length > 0)
      throw problem.field("numbers", `没有车辆 ${missing.slice(0, 20).join("、")}，或不在您的机构范围内`);
    const before = new Map(found.rows.map(({ busUuid, version }) => [busUuid, version]));
    for (const [busUuid] of before) {
      await changeWithLine(trx, viewer, busUuid, { lineUuid, lineFrom: from }).catch((error: unknown) => {
        throw atBus(error, found.rows.find((row) => row.busUuid === busUuid)!.number);
      });
    }
    const changed = await sql<{ version: number; busUuid: string }>`
      select bus_uuid, version from bus where bus_uuid = any(${[...before.keys()]})`.execute(trx);
    const moved = changed.rows.filter(({ busUuid, version }) => version !== before.get(busUuid)).length;
    return { moved, same: before.size - moved };
  });
}

/** What has run is not written anew for many at once. */
export function refuseEarlier(from: string | null | undefined, path: string): void {
  if (from && from < today()) throw problem.field(path, "请填今天或以后的日期；过去的安排请在车辆的授权线路中更正");
}

const atBus = (error: unknown, number: string) =>
  error instanceof Problem
    ? problem.field("numbers", `${number}：${error.errors[0]?.message ?? error.message}`)
    : error;

function changeMain(lines: readonly Period[], lineUuid: string | null, from: string): Period[] {
  if (lines.some((one) => one.isMain && one.lineUuid === lineUuid && holdsOn(one, from))) return [...lines];
  const planned = lines
    .filter(({ isMain, beginDate }) => isMain && beginDate > from)
    .map(({ beginDate }) => beginDate)
    .sort()[0];
  const endDate = planned ? addDays(planned, -1) : null;
  const kept = lines.flatMap((one) => {
    const gives = one.isMain ? holdsOn(one, from) : one.lineUuid === lineUuid && overlaps(one, from, endDate);
    if (!gives) return [one];
    return one.beginDate < from ? [{ ...one, endDate: addDays(from, -1) }] : [];
  });
  return sortPeriods(lineUuid ? [...kept, { lineUuid, isMain: true, beginDate: from, endDate }] : kept);
}

const holdsOn = ({ beginDate, endDate }: Period, day: string) => beginDate <= day && (endDate ?? "9999") >= day;
const overlaps = ({ beginDate, endDate }: Period, from: string, to: string | null) =>
  beginDate <= (to ?? "9999") && (endDate ?? "9999") >= from;
