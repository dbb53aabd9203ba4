import { sql, type Transaction } from "kysely";
import { outside } from "~/kit/data/access/outside";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { sharedFigures } from "~/kit/data/figures/shared-figures.server";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, isFree, restoreRecord, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { findRow, lockRows } from "~/kit/room/source.server";
import { loadRow } from "~/kit/room/verbs.server";
import { today } from "~/kit/ground/time/today.server";
import { warnedDays } from "./expiry";
import { refuseUnfit } from "./fitting.server";
import { endDeletedLines, endLines } from "./lines.server";
import { findGivenUp } from "~/kit/room/relations.server";
import { mainLine } from "./parts.server";
import { hasTank, scrapped } from "./choices";
import { type BusRow, busRoom, type BusValues } from "./room";
import { busSource } from "./source.server";

export const findBus = (viewer: Viewer, busUuid: string) => findRow(busSource, viewer, busUuid);

type Changes = Partial<BusValues> & { busUuid?: string };
type StoredBus = BusValues & { busUuid: string; version: number };

export async function createBus(viewer: Viewer, sent: BusValues & { busUuid?: string }): Promise<BusRow> {
  const { busUuid } = await inTransaction(async (trx) => {
    const values = await withTank(trx, await withDriver(trx, viewer, sent));
    await refuseUnfit(trx, viewer, values);
    return createRecord<{ busUuid: string }>(trx, viewer, busSource.kept, values);
  });
  return loadRow(busSource, viewer, busUuid);
}

/** Changes the fields given; `version` sent and out of date throws problem.stale. A bus that is scrapped leaves its lines. */
export async function updateBus(viewer: Viewer, busUuid: string, sent: Changes, version?: number): Promise<BusRow> {
  await inTransaction(async (trx) => {
    const [current] = await lockRows<StoredBus>(trx, busSource, viewer, [busUuid]);
    const changes = await withDriver(
      trx,
      viewer,
      sent.fixedDriver === outside ? { ...sent, fixedDriver: undefined } : sent,
    );
    const after = { ...current!, ...given(changes) };
    const fresh = version === undefined || version === current!.version;
    if (changes.fuelTank && changes.fuelTank !== current!.fuelTank) await withTank(trx, after);
    if (fresh) await refuseUnfit(trx, viewer, after, { ...current!, lineUuid: await mainLine.read(trx, busUuid) });
    const leaving = after.busState === scrapped &&
      current!.busState !== scrapped && { lines: await endLines(trx, busUuid) };
    await updateRecord(trx, viewer, busSource.kept, busUuid, { ...changes, ...leaving }, version);
  });
  return loadRow(busSource, viewer, busUuid);
}

/** Brings a deleted bus back, under another own number where its own was taken meanwhile; lines deleted meanwhile are ended. */
export async function restoreBus(viewer: Viewer, busUuid: string, busSelfCode?: string): Promise<BusRow> {
  await inTransaction(async (trx) => {
    const [deleted] = await lockRows<StoredBus>(trx, busSource, viewer, [busUuid], true);
    const { plateNum, vin } = deleted!;
    const givenUp = await findGivenUp(trx, busRoom, { ...deleted });
    const twin = await sql<{
      busSelfCode: string;
    }>`select bus_self_code from bus where (plate_num = ${plateNum} or vin = ${vin}) and deleted_at is null`.execute(
      trx,
    );
    if (twin.rows[0])
      throw problem.used(`车牌号或车辆识别代码已被车辆 ${twin.rows[0].busSelfCode} 使用，请先更改那辆车`);
    await endDeletedLines(trx, busUuid);
    await restoreRecord(trx, viewer, busSource.kept, busUuid, { ...givenUp, ...(busSelfCode && { busSelfCode }) });
  });
  return loadRow(busSource, viewer, busUuid);
}

export async function isBusFree(
  _viewer: Viewer,
  { busUuid, ...values }: { busSelfCode?: string; plateNum?: string; vin?: string; busUuid?: string },
): Promise<boolean> {
  const free = await Promise.all(
    Object.entries(values).map(([name, value]) => isFree(db(), busSource.kept, name, value, busUuid)),
  );
  return free.every(Boolean);
}

/** How many of the viewer's buses have something overdue, and something with less than 30 days left (the overdue ones included). */
export const countExpiring = sharedFigures(
  "expiring",
  async (viewer): Promise<{ overdue: number; within30: number }> => {
    const found = await sql<{ overdue: number; within30: number }>`
    select count(*) filter (where first_expire < ${today()}::date) as overdue, count(*) as within30
    from bus where deleted_at is null and ${inScope(viewer, sql`bus.org_id`)} and first_expire < ${today()}::date + ${warnedDays}::int`.execute(
      db(),
    );
    return found.rows[0]!;
  },
);

async function withDriver<V extends Changes>(trx: Transaction<DB>, viewer: Viewer, values: V): Promise<V> {
  const { fixedDriver } = values;
  if (fixedDriver === "") return { ...values, fixedDriver: null };
  if (!fixedDriver || /^[0-9a-f]{32}$/.test(fixedDriver)) return values;
  const found = await sql<{
    personUuid: string;
  }>`select person_uuid from person where job_number = ${fixedDriver} and deleted_at is null and ${inScope(viewer, sql`org_id`)}`.execute(
    trx,
  );
  if (!found.rows[0]) throw problem.field("fixedDriver", `没有工号为“${fixedDriver}”的人员，或不在您的机构范围内`);
  return { ...values, fixedDriver: found.rows[0].personUuid };
}

/** What a new bus has where nothing is said: a tank, unless it runs on electricity alone. */
async function withTank<V extends Pick<BusValues, "modelUuid" | "energyType" | "fuelTank" | "fuelKm">>(
  trx: Transaction<DB>,
  values: V,
): Promise<V> {
  const model = await sql<{
    energyType: number;
  }>`select energy_type from bus_model where model_uuid = ${values.modelUuid}`.execute(trx);
  if (!hasTank(values.energyType ?? model.rows[0]?.energyType))
    return values.fuelTank
      ? Promise.reject(problem.field("fuelTank", "纯电动车没有油箱，请留空"))
      : { ...values, fuelTank: null, fuelKm: null };
  return { ...values, fuelTank: values.fuelTank ?? 60, fuelKm: values.fuelKm ?? 0 };
}

const given = <V extends object>(values: V) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as V;
