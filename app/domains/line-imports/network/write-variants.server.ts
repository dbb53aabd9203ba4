import type { Transaction } from "kysely";
import { classifyRecord } from "~/domains/lines/queries.server";
import type { Author } from "~/kit/data/db/history.server";
import { createRecord, deleteRecords, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import type { ImportedVariant } from "~/transit/osm/bus-routes";

interface StoredVariant {
  classifySid: string;
  classifyName: string;
  sortType: number;
  source: string | null;
}

/** Finds each variant again by its key, the primary one else by being primary; the surplus is deleted. */
export async function writeVariants(
  trx: Transaction<DB>,
  author: Author,
  mainUuid: string,
  variants: readonly ImportedVariant[],
): Promise<Map<ImportedVariant, string>> {
  const stored: StoredVariant[] = await trx
    .selectFrom("lineClassify")
    .select(["classifySid", "classifyName", "sortType", "source"])
    .where("mainUuid", "=", mainUuid)
    .where("deletedAt", "is", null)
    .forUpdate()
    .execute();
  const pairs = new Map(variants.map((variant) => [variant, stored.find(({ source }) => source === variant.key)]));
  for (const [variant, found] of pairs) {
    if (!found)
      pairs.set(
        variant,
        stored.find((one) => one.sortType === 1 && variant.sortType === 1 && ![...pairs.values()].includes(one)),
      );
  }
  const surplus = stored.filter((one) => ![...pairs.values()].includes(one));
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
    const row = found
      ? await updateRecord<StoredVariant & Record<string, unknown>>(
          trx,
          author,
          classifyRecord,
          found.classifySid,
          values,
          undefined,
          "import",
        )
      : await createRecord<StoredVariant & Record<string, unknown>>(
          trx,
          author,
          classifyRecord,
          { mainUuid, ...values },
          "import",
        );
    sids.set(variant, row.classifySid);
  }
  return sids;
}
