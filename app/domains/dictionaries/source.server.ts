import { sql, type Transaction } from "kysely";
import type { RecordTable } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import type { Kept } from "~/kit/room/source.server";
import { likePattern } from "~/kit/data/search/search-keys";
import type { DictionaryFilters, DictionaryItemRow, DictionaryRow } from "./schema";

export const dictionaryRecord: RecordTable = {
  table: "dictionary",
  key: "dictId",
  room: "dictionaries",
  noun: "字典",
  unique: { dictionary_code_living: { path: "codeNum", message: "字典编码已被使用" } },
  parts: { dictItemList: { read: itemsOf, readMany: itemsOfMany, write: writeItems } },
};

export const dictionarySource: Kept<DictionaryRow, DictionaryFilters> = {
  kept: dictionaryRecord,
  select: sql`dictionary.dict_id, dictionary.code_num, dictionary.code_name, dictionary.is_valid, dictionary.remark, dictionary.version,
    to_char(dictionary.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as updated_at,
    coalesce((select json_agg(json_build_object('itemNum', i.item_num, 'itemName', i.item_name, 'sort', i.sort, 'isValid', i.is_valid, 'remark', i.remark) order by i.sort, i.item_num collate "C")
      from dictionary_item i where i.dict_id = dictionary.dict_id), '[]') as dict_item_list`,
  where: ({ keyword, codeNum, codeName, isValid }) => [
    ...(keyword ? [sql`lower(dictionary.code_num || ' ' || dictionary.code_name) like ${likePattern(keyword)}`] : []),
    ...(codeNum === undefined ? [] : [sql`dictionary.code_num = any(${[codeNum].flat()})`]),
    ...(codeName ? [sql`lower(dictionary.code_name) like ${likePattern(codeName)}`] : []),
    ...(isValid === undefined ? [] : [sql`dictionary.is_valid = ${isValid}`]),
  ],
  order: {
    codeNum: sql`dictionary.code_num`,
    codeName: sql`dictionary.code_name`,
    isValid: sql`dictionary.is_valid`,
    updatedAt: sql`dictionary.updated_at`,
  },
};

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
