import { sql, type Transaction } from "kysely";
import { isSecondDirection, readLineView } from "~/domains/parameters/queries.server";
import { loadStations } from "~/domains/stations/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db, inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, deleteRecords, findRecord, type RecordTable, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { lockLine, requireLine } from "~/domains/lines/queries.server";
import type { StandbyRow, StandbyValues } from "./schema";

export const standbyRecord: RecordTable = {
  table: "lineStandby",
  key: "standbyUuid",
  room: "lines",
  noun: "备用站点",
  unique: { line_standby_living: { path: "staUuid", message: "这个站点已是本方向的备用站点" } },
};

export async function standbyOf(viewer: Viewer, lineUuid: string, on: Database = db()): Promise<StandbyRow[]> {
  await requireLine(viewer, lineUuid);
  const isSecond = isSecondDirection(await readLineView(), sql`b.direction`, sql`b.line_uuid`);
  const found = await sql<StandbyRow>`
    select b.standby_uuid, b.line_uuid, b.direction, b.sta_uuid, s.sta_name, s.sta_self_code, s.lng, s.lat, b.replaces_uuid, r.sta_name as replaces_name, b.remark, b.version
    from line_standby b join station s on s.sta_uuid = b.sta_uuid left join station r on r.sta_uuid = b.replaces_uuid
    where b.line_uuid = ${lineUuid} and b.deleted_at is null order by ${isSecond}, s.sta_name, b.standby_uuid`.execute(
    on,
  );
  return found.rows;
}

export async function requireStandby(viewer: Viewer, lineUuid: string, standbyUuid: string): Promise<StandbyRow> {
  const row = (await standbyOf(viewer, lineUuid)).find((one) => one.standbyUuid === standbyUuid);
  if (!row) throw problem.missing("备用站点");
  return row;
}

export async function addStandby(
  viewer: Viewer,
  lineUuid: string,
  values: StandbyValues & { standbyUuid?: string },
): Promise<string> {
  return inTransaction(async (trx) => {
    await lockLine(trx, viewer, lineUuid);
    await refuseUnknown(values);
    const added = await createRecord<{ standbyUuid: string }>(trx, viewer, standbyRecord, { lineUuid, ...values });
    return added.standbyUuid;
  });
}

export async function changeStandby(
  viewer: Viewer,
  lineUuid: string,
  standbyUuid: string,
  changes: Partial<Pick<StandbyValues, "replacesUuid" | "remark">>,
  version?: number,
): Promise<void> {
  await inTransaction(async (trx) => {
    const { staUuid } = await held(trx, viewer, lineUuid, standbyUuid);
    await refuseUnknown({ staUuid, ...changes });
    await updateRecord(trx, viewer, standbyRecord, standbyUuid, changes, version);
  });
}

export async function removeStandby(viewer: Viewer, lineUuid: string, standbyUuid: string): Promise<void> {
  await inTransaction(async (trx) => {
    await held(trx, viewer, lineUuid, standbyUuid);
    await deleteRecords(trx, viewer, standbyRecord, [standbyUuid]);
  });
}

/** Within the swap of a standby station into a draft: it is one no more; the station that it replaced becomes one where that is wanted. */
export async function tradeStandby(
  trx: Transaction<DB>,
  viewer: Viewer,
  row: StandbyRow,
  replaced: string | null,
): Promise<void> {
  await held(trx, viewer, row.lineUuid, row.standbyUuid);
  await deleteRecords(trx, viewer, standbyRecord, [row.standbyUuid]);
  if (!replaced) return;
  const known = await trx
    .selectFrom("lineStandby")
    .select("standbyUuid")
    .where("lineUuid", "=", row.lineUuid)
    .where("direction", "=", row.direction)
    .where("staUuid", "=", replaced)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (!known)
    await createRecord(trx, viewer, standbyRecord, {
      lineUuid: row.lineUuid,
      direction: row.direction,
      staUuid: replaced,
      replacesUuid: row.staUuid,
    });
}

async function held(
  trx: Transaction<DB>,
  viewer: Viewer,
  lineUuid: string,
  standbyUuid: string,
): Promise<{ staUuid: string }> {
  await lockLine(trx, viewer, lineUuid);
  const row = await findRecord<{ lineUuid: string; staUuid: string }>(trx, standbyRecord, standbyUuid, true);
  if (row?.lineUuid !== lineUuid) throw problem.missing("备用站点");
  return row;
}

async function refuseUnknown({ staUuid, replacesUuid }: Partial<StandbyValues>): Promise<void> {
  if (staUuid && staUuid === replacesUuid) throw problem.field("replacesUuid", "不能代替它自己，请选择另一个站点");
  const known = new Set(
    (await loadStations([staUuid, replacesUuid].flatMap((key) => key ?? []))).map((station) => station.staUuid),
  );
  if (staUuid && !known.has(staUuid)) throw problem.field("staUuid", "站点不存在或已删除，请重新选择");
  if (replacesUuid && !known.has(replacesUuid)) throw problem.field("replacesUuid", "站点不存在或已删除，请重新选择");
}
