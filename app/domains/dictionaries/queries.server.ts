import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { sharedFigures } from "~/kit/data/figures/shared-figures.server";
import { createRecord, deleteRecords, findRecord, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { loadRow } from "~/kit/room/verbs.server";
import { sortItems } from "./items";
import type { DictionaryRow, DictionaryValues } from "./room";
import { fixedNames, isSeeded } from "./seed";
import { dictionarySource } from "./source.server";
import { usedItems } from "./used-items.server";

export { usedItems };

export async function createDictionary(viewer: Viewer, values: DictionaryValues): Promise<DictionaryRow> {
  const { dictId } = await inTransaction((trx) =>
    createRecord<{ dictId: string }>(trx, viewer, dictionarySource.kept, inOrder(values)),
  );
  return loadRow(dictionarySource, viewer, dictId);
}

/** Changes the fields given; a list of items replaces the one that was, and must keep every item that records use. */
export async function updateDictionary(
  viewer: Viewer,
  dictId: string,
  changes: Partial<DictionaryValues>,
  version?: number,
): Promise<DictionaryRow> {
  await inTransaction(async (trx) => {
    const before = await findRecord<{ codeNum: string }>(trx, dictionarySource.kept, dictId, true);
    if (!before) throw problem.missing("字典");
    if (isSeeded(before.codeNum) && changes.codeNum !== undefined && changes.codeNum !== before.codeNum)
      throw problem.field("codeNum", "这个字典由程序使用，不能改编码");
    if (changes.dictItemList) {
      await refuseLostItems(trx, before.codeNum, changes.dictItemList);
      await refuseChangedItems(trx, dictId, before.codeNum, changes.dictItemList);
    }
    await updateRecord(trx, viewer, dictionarySource.kept, dictId, inOrder(changes), version);
  });
  return loadRow(dictionarySource, viewer, dictId);
}

export async function deleteDictionaries(viewer: Viewer, keys: string[]): Promise<void> {
  await inTransaction(async (trx) => {
    const found = await trx
      .selectFrom("dictionary")
      .select(["codeNum", "codeName"])
      .where("dictId", "in", keys)
      .execute();
    const seeded = found.find(({ codeNum }) => isSeeded(codeNum));
    if (seeded) throw problem.used(`字典 ${seeded.codeNum}（${seeded.codeName}）由程序使用，不能删除`);
    await deleteRecords(trx, viewer, dictionarySource.kept, keys);
  });
}

/** What the dictionaries of these codes offer: their enabled items' numbers in order. One that is disabled or not there says nothing. Pages of all rooms ask for the same few. */
export async function offeredItems<Code extends string>(...codes: Code[]): Promise<Partial<Record<Code, string[]>>> {
  const offered = await itemsByCode({ orgScope: "all" });
  return Object.fromEntries(codes.flatMap((code) => (offered[code] ? [[code, offered[code]]] : []))) as Partial<
    Record<Code, string[]>
  >;
}

const itemsByCode = sharedFigures("dictionaries", async (): Promise<Record<string, string[]>> => {
  const found = await sql<{ codeNum: string; items: string[] }>`
    select code_num, array(select item_num::text from dictionary_item i where i.dict_id = dictionary.dict_id and i.is_valid order by sort, item_num collate "C") as items
    from dictionary where is_valid and deleted_at is null`.execute(db());
  return Object.fromEntries(found.rows.map(({ codeNum, items }) => [codeNum, items]));
});

async function refuseLostItems(
  trx: Transaction<DB>,
  codeNum: string,
  items: readonly { itemNum: string }[],
): Promise<void> {
  const kept = new Set(items.map(({ itemNum }) => itemNum));
  for (const [itemNum, by] of Object.entries(await usedItems(codeNum, trx))) {
    if (!kept.has(itemNum))
      throw problem.field("dictItemList", `项编码 ${itemNum} 正被${by}使用，不能删除或改编码，可以停用`);
  }
}

/** Lists that the program chooses from keep its items: what it does not know would have no effect, and a new name would stand nowhere. */
async function refuseChangedItems(
  trx: Transaction<DB>,
  dictId: string,
  codeNum: string,
  items: readonly { itemNum: string; itemName: string }[],
): Promise<void> {
  const names = fixedNames(codeNum);
  if (Object.keys(names).length === 0) return;
  const before = await trx
    .selectFrom("dictionaryItem")
    .select(["itemNum", "itemName"])
    .where("dictId", "=", dictId)
    .execute();
  const errors = items.flatMap(({ itemNum, itemName }, at) => {
    if (itemName === names[itemNum] || before.some((one) => one.itemNum === itemNum && one.itemName === itemName))
      return [];
    if (names[itemNum])
      return [
        {
          path: `dictItemList.${at}.itemName`,
          message: `程序固定的名称是“${names[itemNum]}”，不能改名，可以停用或写备注`,
        },
      ];
    return [{ path: `dictItemList.${at}.itemNum`, message: `程序不认识项编码 ${itemNum}，这个字典不能增加自己的项` }];
  });
  if (errors.length > 0) throw problem.fields(errors);
}

const inOrder = ({ dictItemList, ...values }: Partial<DictionaryValues>): Record<string, unknown> => ({
  ...values,
  dictItemList: dictItemList && sortItems(dictItemList),
});
