import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kernel/access/viewer";
import { db, inTransaction } from "~/kernel/db/pool.server";
import { createRecord, deleteRecords, isFree, type RecordTable, updateRecord } from "~/kernel/db/records.server";
import type { DB } from "~/kernel/db/tables";
import { likePattern } from "~/kernel/search/search-keys";
import type { DictionaryFilters, DictionaryRow, DictionaryValues } from "./schema";

export const dictionaryRecord: RecordTable = {
  table: "dictionary",
  key: "dictId",
  room: "dictionaries",
  noun: "字典",
  unique: { dictionary_code_living: { path: "codeNum", message: "字典编码已被使用" } },
  parts: { dictItemList: { read: itemsOf, write: writeItems } },
};

type Item = DictionaryRow["dictItemList"][number];

/** Living dictionaries with their items in order, at most 5,000. */
export async function listDictionaries(_viewer: Viewer, { codeNum, codeName, isValid }: DictionaryFilters): Promise<DictionaryRow[]> {
  const found = await sql<DictionaryRow>`
    select d.dict_id, d.code_num, d.code_name, d.is_valid, d.version,
      coalesce((select json_agg(json_build_object('itemNum', i.item_num, 'itemName', i.item_name, 'sort', i.sort, 'isValid', i.is_valid, 'remark', i.remark) order by i.sort, i.item_num)
        from dictionary_item i where i.dict_id = d.dict_id), '[]') as dict_item_list
    from dictionary d
    where d.deleted_at is null
      and ${codeNum === undefined ? sql`true` : sql`d.code_num = any(${[codeNum].flat()})`}
      and ${codeName ? sql`lower(d.code_name) like ${likePattern(codeName)}` : sql`true`}
      and ${isValid === undefined ? sql`true` : sql`d.is_valid = ${isValid}`}
    order by d.code_num limit 5000`.execute(db());
  return found.rows;
}

export async function createDictionary(viewer: Viewer, values: DictionaryValues): Promise<DictionaryRow> {
  const { codeNum } = await inTransaction((trx) => createRecord<{ codeNum: string }>(trx, viewer, dictionaryRecord, inOrder(values)));
  return oneDictionary(viewer, codeNum);
}

/** Changes the fields given; a list of items replaces the one that was. */
export async function updateDictionary(viewer: Viewer, dictId: string, changes: Partial<DictionaryValues>, version?: number): Promise<DictionaryRow> {
  const { codeNum } = await inTransaction((trx) => updateRecord<{ codeNum: string }>(trx, viewer, dictionaryRecord, dictId, inOrder(changes), version));
  return oneDictionary(viewer, codeNum);
}

export async function deleteDictionaries(viewer: Viewer, keys: string[]): Promise<void> {
  await inTransaction((trx) => deleteRecords(trx, viewer, dictionaryRecord, keys));
}

/** Whether a dictionary code is free, leaving out the dictionary's own. */
export function isCodeNumFree(_viewer: Viewer, check: { codeNum: string; dictId?: string }): Promise<boolean> {
  return isFree(db(), dictionaryRecord, "codeNum", check.codeNum, check.dictId);
}

async function oneDictionary(viewer: Viewer, codeNum: string): Promise<DictionaryRow> {
  return (await listDictionaries(viewer, { codeNum }))[0]!;
}

/** The items as they are read back: in their order, with every field. */
function inOrder({ dictItemList, ...values }: Partial<DictionaryValues>): Record<string, unknown> {
  const items = dictItemList?.map(({ itemNum, itemName, sort, isValid, remark }): Item => ({ itemNum, itemName, sort, isValid, remark: remark || null }));
  return { ...values, dictItemList: items?.sort((one, other) => one.sort - other.sort || (one.itemNum < other.itemNum ? -1 : 1)) };
}

function itemsOf(trx: Transaction<DB>, dictId: string): Promise<Item[]> {
  return sql<Item>`select item_num, item_name, sort, is_valid, remark from dictionary_item where dict_id = ${dictId} order by sort, item_num collate "C"`.execute(trx).then(({ rows }) => rows);
}

async function writeItems(trx: Transaction<DB>, dictId: string, items: Item[]): Promise<void> {
  await trx.deleteFrom("dictionaryItem").where("dictId", "=", dictId).execute();
  if (items.length > 0) await trx.insertInto("dictionaryItem").values(items.map((item) => ({ ...item, dictId }))).execute();
}
