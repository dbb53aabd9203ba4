import type { Transaction } from "kysely";
import { classifyRecord } from "~/domains/lines/queries.server";
import type { Author } from "~/kit/data/db/history.server";
import { createRecord, deleteRecords, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import type { ImportedVariant } from "~/transit/osm/bus-routes";

/** Finds each variant again by its key, the primary one else by being primary; the surplus is deleted. */
export async function writeVariants(
  trx: Transaction<DB>,
  author: Author,
  mainUuid: string,
  variants: readonly ImportedVariant[],
): Promise<Map<ImportedVariant, string>> {
  const stored = await trx
    .selectFrom("lineClassify")
    .select(["classifySid", "classifyName", "sortType", "source"])
    .where("mainUuid", "=", mainUuid)
    .where("deletedAt", "is", null)
    .forUpdate()
    .execute();
  const pairs = new Map(variants.map((variant) => [variant, stored.find(({ source }) => source === variant.key)]));
  const isFree = (one: (typeof stored)[number]) => ![...pairs.values()].includes(one);
  for (const [variant, found] of pairs)
    if (!found && variant.sortType === 1)
      pairs.set(
        variant,
        stored.find((one) => one.sortType === 1 && isFree(one)),
      );
  const surplus = stored.filter(isFree);
  await deleteRecords(
    trx,
    author,
    classifyRecord,
    surplus.map(({ classifySid }) => classifySid),
  );
  const renamed = [...pairs].filter(
    ([variant, found]) => found && (found.classifyName !== variant.name || found.sortType !== variant.sortType),
  );
  // Out of one another's way first: two variants may trade names or places.
  for (const [, found] of renamed)
    await trx
      .updateTable("lineClassify")
      .set({ classifyName: found!.classifySid, sortType: 2 })
      .where("classifySid", "=", found!.classifySid)
      .execute();
  const sids = new Map<ImportedVariant, string>();
  for (const [variant, found] of pairs) {
    const values = { classifyName: variant.name, sortType: variant.sortType, source: variant.key };
    const { classifySid } =
      found ??
      (await createRecord<{ classifySid: string }>(trx, author, classifyRecord, { mainUuid, ...values }, "import"));
    if (found) await updateRecord(trx, author, classifyRecord, classifySid, values, undefined, "import");
    sids.set(variant, classifySid);
  }
  return sids;
}
