import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, findRecord, isFree, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { type FieldError, problem } from "~/kit/ground/problem";
import { findLine } from "./line-rows.server";
import { today } from "~/kit/ground/time/today.server";
import { requireRelated } from "~/kit/room/relations.server";
import { lineRoom } from "./line-room";
import { classifyRecord, lineKeys, lineRecord, visibleLines, stateOn } from "./records.server";
import { type LineRow, type LineValues, variantNames } from "./schema";

/** Creates a line together with its primary variant, which has no version yet. */
export async function createLine(viewer: Viewer, values: LineValues & { lineUuid?: string }): Promise<LineRow> {
  const lineUuid = await inTransaction(async (trx) => {
    await requireRelated(trx, viewer, lineRoom, values);
    const line = await createRecord<{ lineUuid: string }>(trx, viewer, lineRecord, {
      ...values,
      ...openedBy(values),
      ...lineKeys(values),
    });
    const primary = await trx
      .selectFrom("lineClassify")
      .select("classifySid")
      .where("mainUuid", "=", line.lineUuid)
      .where("deletedAt", "is", null)
      .executeTakeFirst();
    if (!primary)
      await createRecord(trx, viewer, classifyRecord, {
        mainUuid: line.lineUuid,
        classifyName: variantNames[1],
        sortType: 1,
      });
    return line.lineUuid;
  });
  return requireLine(viewer, lineUuid);
}

/** Changes the fields given; `version` sent and out of date throws problem.stale. The type of a line with stations is fixed. */
export async function updateLine(
  viewer: Viewer,
  lineUuid: string,
  changes: Partial<LineValues>,
  version?: number,
): Promise<LineRow> {
  await inTransaction(async (trx) => {
    const current = await lockLine(trx, viewer, lineUuid);
    await requireRelated(trx, viewer, lineRoom, changes, { ...current });
    const opened = current.state === 10 && !(await isInForce(trx, lineUuid)) ? openedBy(changes) : {};
    changes = { ...changes, ...opened };
    const after = {
      ...current,
      ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
    } as LineValues;
    const wrong: FieldError[] = [];
    if (after.openDate && after.stopDate && after.openDate > after.stopDate)
      wrong.push({ path: "stopDate", message: "停运日期不能早于开线日期" });
    if (after.lineType !== current.lineType && (await hasStations(trx, lineUuid)))
      wrong.push({ path: "lineType", message: "线路已有站点，不能更改线路类型；请先清空各方向的站点" });
    if (wrong.length > 0) throw problem.fields(wrong);
    await updateRecord(trx, viewer, lineRecord, lineUuid, { ...changes, ...lineKeys(after) }, version);
  });
  return requireLine(viewer, lineUuid);
}

/** A living line that the viewer may see; throws problem.missing. */
export async function requireLine(viewer: Viewer, lineUuid: string, asOf?: string): Promise<LineRow> {
  const line = await findLine(viewer, lineUuid, asOf);
  if (!line) throw problem.missing("线路");
  return line;
}

export function isLineNameFree(_viewer: Viewer, check: { lineName: string; lineUuid?: string }): Promise<boolean> {
  return isFree(db(), lineRecord, "lineName", check.lineName, check.lineUuid);
}

export function isDeviceNoFree(_viewer: Viewer, check: { lineDeviceNo: number; lineUuid?: string }): Promise<boolean> {
  return isFree(db(), lineRecord, "lineDeviceNo", check.lineDeviceNo, check.lineUuid);
}

export type LineRecord = LineValues & { lineUuid: string; version: number };

/** Locks a living line of the viewer's organisations until the transaction ends; throws problem.missing. */
export async function lockLine(trx: Transaction<DB>, viewer: Viewer, lineUuid: string): Promise<LineRecord> {
  const line = await findRecord<LineRecord>(trx, lineRecord, lineUuid, true);
  if (!line || !(await isSeen(trx, visibleLines(viewer), lineUuid))) throw problem.missing("线路");
  return line;
}

async function isSeen(trx: Transaction<DB>, scope: RawBuilder<boolean>, lineUuid: string): Promise<boolean> {
  return (await sql`select 1 from line where line_uuid = ${lineUuid} and ${scope}`.execute(trx)).rows.length > 0;
}

/** What has nothing in force yet shows as not opened, and opens with its first version: that is no state of its own. */
const openedBy = ({ state }: Partial<LineValues>): Partial<LineValues> => (state === 0 ? { state: 10 } : {});

async function isInForce(trx: Transaction<DB>, lineUuid: string): Promise<boolean> {
  const found = await sql<{
    state: number;
  }>`select ${stateOn(today())} as state from line where line_uuid = ${lineUuid}`.execute(trx);
  return found.rows[0]?.state === 10;
}

async function hasStations(trx: Transaction<DB>, lineUuid: string): Promise<boolean> {
  const found =
    await sql`select 1 from line_station join line_version v using (version_uuid) join line_classify c using (classify_sid)
    where c.main_uuid = ${lineUuid} and c.deleted_at is null and v.deleted_at is null limit 1`.execute(trx);
  return found.rows.length > 0;
}
