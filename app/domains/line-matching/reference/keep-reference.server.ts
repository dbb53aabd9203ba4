import type { Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, deleteRecords, type RecordTable, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { CrsOffset } from "~/transit/geo/likely-crs";
import type { Direction } from "~/domains/lines/directions";
import { lockLine } from "~/domains/lines/queries.server";
import type { LineReference } from "./references.server";

const referenceRecord: RecordTable = {
  table: "lineReference",
  key: "referenceUuid",
  room: "lines",
  noun: "参考线",
  lists: ["offsets"],
  unique: { line_reference_living: { path: "direction", message: "这个方向刚刚有人保存了参考线，请刷新后重试" } },
};

export interface NewReference extends Pick<LineReference, "direction" | "referenceName" | "fileName" | "crs"> {
  /** WGS84. */
  path: readonly LngLat[];
  offsets: readonly CrsOffset[];
}

/** Keeps a direction's reference in place of the one there was; the same path again changes nothing. */
export async function keepReference(
  viewer: Viewer,
  lineUuid: string,
  reference: NewReference,
  version?: number,
): Promise<"new" | "changed" | "unchanged"> {
  return inTransaction((trx) => keepReferenceIn(trx, viewer, lineUuid, reference, version));
}

export async function keepReferenceIn(
  trx: Transaction<DB>,
  viewer: Viewer,
  lineUuid: string,
  { direction, path, ...said }: NewReference,
  version?: number,
): Promise<"new" | "changed" | "unchanged"> {
  await lockLine(trx, viewer, lineUuid);
  const coords = path.flatMap(([lng, lat]) => [lng, lat]);
  const stored = await livingReference(trx, lineUuid, direction);
  if (!stored) {
    if (version) throw problem.field("", "参考线已被他人移除，请重新确认后保存");
    await createRecord(trx, viewer, referenceRecord, { lineUuid, direction, coords, ...said });
    return "new";
  }
  if (stored.crs === said.crs && String(stored.coords) === String(coords)) return "unchanged";
  if (version !== undefined && version !== stored.version)
    throw problem.field("", "参考线在您编辑期间被他人更换，请查看后重新保存");
  await updateRecord(trx, viewer, referenceRecord, stored.referenceUuid, { coords, ...said });
  return "changed";
}

export async function removeReference(viewer: Viewer, lineUuid: string, direction: Direction): Promise<void> {
  await inTransaction(async (trx) => {
    await lockLine(trx, viewer, lineUuid);
    const stored = await livingReference(trx, lineUuid, direction);
    if (!stored) throw problem.missing("参考线");
    await deleteRecords(trx, viewer, referenceRecord, [stored.referenceUuid]);
  });
}

async function livingReference(trx: Transaction<DB>, lineUuid: string, direction: Direction) {
  return trx
    .selectFrom("lineReference")
    .select(["referenceUuid", "crs", "coords", "version"])
    .where("lineUuid", "=", lineUuid)
    .where("direction", "=", direction)
    .where("deletedAt", "is", null)
    .forUpdate()
    .executeTakeFirst();
}
