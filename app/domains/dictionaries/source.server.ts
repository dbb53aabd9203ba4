import { sql, type Transaction } from "kysely";
import type { DB } from "~/kit/data/db/tables";
import { holds } from "~/kit/data/search/found.server";
import { defineRecords } from "~/kit/room/served.server";
import type { DictionaryItemRow } from "./items";
import { type DictionaryFilters, type DictionaryRow, dictionaryRoom } from "./room";

export const dictionarySource = defineRecords<DictionaryRow, DictionaryFilters>(dictionaryRoom, {
  table: "dictionary",
  unique: { dictionary_code_living: "codeNum" },
  parts: { dictItemList: { read: itemsOf, readMany: itemsOfMany, write: writeItems } },
  beside: ["dictItemList"],
  more: sql`coalesce((select json_agg(json_build_object('itemNum', i.item_num, 'itemName', i.item_name, 'sort', i.sort, 'isValid', i.is_valid, 'remark', i.remark) order by i.sort, i.item_num collate "C")
    from dictionary_item i where i.dict_id = dictionary.dict_id), '[]') as dict_item_list`,
  filters: {
    keyword: (text) => holds(text, sql`dictionary.code_num`, sql`dictionary.code_name`),
    codeNum: (codes) => sql`dictionary.code_num = any(${[codes].flat()})`,
    codeName: (text) => holds(text, sql`dictionary.code_name`),
  },
  order: ["codeNum", "codeName", "isValid", "updatedAt"],
});

async function itemsOf(trx: Transaction<DB>, dictId: string): Promise<DictionaryItemRow[]> {
  return (await itemsOfMany(trx, [dictId])).get(dictId)!;
}

async function itemsOfMany(trx: Transaction<DB>, keys: readonly string[]): Promise<Map<string, DictionaryItemRow[]>> {
  const found = await sql<
    DictionaryItemRow & { dictId: string }
  >`select dict_id, item_num, item_name, sort, is_valid, remark from dictionary_item where dict_id = any(${[...keys]}) order by sort, item_num collate "C"`.execute(
    trx,
  );
  const items = new Map(keys.map((key): [string, DictionaryItemRow[]] => [key, []]));
  for (const { dictId, ...item } of found.rows) items.get(dictId)!.push(item);
  return items;
}

async function writeItems(trx: Transaction<DB>, dictId: string, items: DictionaryItemRow[]): Promise<void> {
  await trx.deleteFrom("dictionaryItem").where("dictId", "=", dictId).execute();
  if (items.length > 0)
    await trx
      .insertInto("dictionaryItem")
      .values(items.map((item) => ({ ...item, dictId })))
      .execute();
}
