import { sql, type Transaction } from "kysely";
import { lineOptions } from "~/domains/lines/queries.server";
import { variantsOf } from "~/domains/line-versions/queries.server";
import { labelOf, sortTypes, variantNames } from "~/domains/lines/schema";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, findRecord, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { groupBy } from "~/kit/ground/group-by";
import { problem } from "~/kit/ground/problem";
import { type Offer, offerOf } from "~/kit/room/offers.server";
import { holdLine, holdVariants, type HeldVariant } from "./line-of.server";
import { loadVariant } from "./rows.server";
import type { LineOfVariants, VariantRow, VariantValues } from "./schema";
import { variantSource } from "./source.server";

export { allVariants, findVariant, listVariants, streamVariants } from "./rows.server";
export { deleteVariants, loadDeletedVariants, restoreVariant, variantUses } from "./removal.server";

export const offerVariants: Offer = (...asked) =>
  offerOf(variantSource(), ({ classifySid, lineName, classifyName, sortType }) => ({
    value: classifySid,
    label: sortType === 1 ? lineName : `${lineName} ${classifyName}`,
  }))(...asked);

/** Adds a variant to a line; a primary one makes the line's former primary variant secondary. */
export async function createVariant(
  viewer: Viewer,
  values: VariantValues & { classifySid?: string },
): Promise<VariantRow> {
  const { classifySid } = await inTransaction((trx) => addVariant(trx, viewer, values));
  return loadVariant(viewer, classifySid);
}

export async function addVariant(
  trx: Transaction<DB>,
  viewer: Viewer,
  values: VariantValues & { classifySid?: string },
): Promise<HeldVariant> {
  await holdLine(
    trx,
    viewer,
    values.mainUuid,
    problem.field("mainUuid", "线路不存在，或不在您的机构范围内，请重新选择"),
  );
  const { kept } = variantSource();
  const known = values.classifySid && (await findRecord<HeldVariant>(trx, kept, values.classifySid));
  if (!known && values.sortType === 1) await makeSecondary(trx, viewer, values.mainUuid);
  return createRecord<HeldVariant & Record<string, unknown>>(trx, viewer, kept, values);
}

/** Changes the fields given; `version` sent and out of date throws problem.stale. A variant that becomes primary makes the former one secondary. */
export async function updateVariant(
  viewer: Viewer,
  classifySid: string,
  changes: Partial<VariantValues>,
  version?: number,
): Promise<VariantRow> {
  await inTransaction(async (trx) => {
    const [held] = await holdVariants(trx, viewer, [classifySid]);
    const current = held!;
    if (changes.mainUuid && changes.mainUuid !== current.mainUuid)
      throw problem.field("mainUuid", "分类不能移到另一条线路，请在那条线路下新增");
    if (changes.sortType === 2 && current.sortType === 1)
      throw problem.field("sortType", "每条线路要有一个主分类：请把另一个分类设为主，这个会自动变为副");
    const named = { ...current, ...changes };
    const promoted = changes.sortType === 1 && current.sortType === 2;
    if (promoted) await makeSecondary(trx, viewer, current.mainUuid);
    const fitting = promoted && (await fittingName(trx, named, 1));
    await updateRecord(trx, viewer, variantSource().kept, classifySid, { ...changes, ...fitting }, version);
  });
  return loadVariant(viewer, classifySid);
}

/** The line is locked, so nobody else makes one primary meanwhile. */
async function makeSecondary(trx: Transaction<DB>, viewer: Viewer, mainUuid: string): Promise<void> {
  const primary = await trx
    .selectFrom("lineClassify")
    .select(["classifySid", "mainUuid", "classifyName"])
    .where("mainUuid", "=", mainUuid)
    .where("sortType", "=", 1)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (!primary) return;
  const changes = { sortType: 2, ...(await fittingName(trx, primary, 2)) };
  await updateRecord(trx, viewer, variantSource().kept, primary.classifySid, changes);
}

/** The name that new variants of this sort get, for one that has the other sort's; none where its line has it already. */
async function fittingName(
  trx: Transaction<DB>,
  { mainUuid, classifyName }: Pick<HeldVariant, "mainUuid" | "classifyName">,
  sortType: 1 | 2,
): Promise<{ classifyName?: string }> {
  if (classifyName !== variantNames[sortType === 1 ? 2 : 1]) return {};
  const taken = await trx
    .selectFrom("lineClassify")
    .select("classifySid")
    .where("mainUuid", "=", mainUuid)
    .where("classifyName", "=", variantNames[sortType])
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return taken ? {} : { classifyName: variantNames[sortType] };
}

type Option = LineOfVariants["classifyList"][number];

const optionOf = ({ classifySid, classifyName, sortType }: Omit<Option, "sortTypeName">): Option => ({
  classifySid,
  classifyName,
  sortType,
  sortTypeName: labelOf(sortTypes, sortType),
});

export async function variantOptions(viewer: Viewer, { lineUuid }: { lineUuid: string }) {
  const found = await variantsOf(viewer, lineUuid);
  if (found.length === 0) throw problem.missing("线路");
  return found.map(optionOf);
}

export async function linesWithVariants(
  viewer: Viewer,
  filters: { orgId?: string; keyword?: string },
): Promise<LineOfVariants[]> {
  const lines = await lineOptions(viewer, filters);
  const keys = lines.map(({ lineUuid }) => lineUuid);
  const found = await sql<{ mainUuid: string; classifySid: string; classifyName: string; sortType: number }>`
    select main_uuid, classify_sid, classify_name, sort_type from line_classify where main_uuid = any(${keys}) and deleted_at is null order by sort_type, classify_name`.execute(
    db(),
  );
  const byLine = groupBy(found.rows, ({ mainUuid }) => mainUuid);
  return lines.map(({ lineUuid, lineName, lineType }) => ({
    lineUuid,
    lineName,
    lineType,
    classifyList: (byLine.get(lineUuid) ?? []).map(optionOf),
  }));
}
