import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kernel/access/viewer";
import { db, inTransaction } from "~/kernel/db/pool.server";
import { recordChange } from "~/kernel/db/history.server";
import { createRecord, deleteRecords, findRecord, isFree, type RecordTable, updateRecord } from "~/kernel/db/records.server";
import type { DB } from "~/kernel/db/tables";
import { problem } from "~/kernel/http/problem";
import { likePattern } from "~/kernel/search/search-keys";
import type { DictionaryFilters, DictionaryRow, DictionaryValues } from "./schema";

export const dictionaryRecord: RecordTable = {
  table: "dictionary",
  key: "dictId",
  room: "dictionaries",
  noun: "字典",
  unique: { dictionary_code_living: { path: "codeNum", message: "字典编码已被使用" } },
};

type Item = DictionaryValues["dictItemList"][number];

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

export async function createDictionary(viewer: Viewer, { dictItemList, ...values }: DictionaryValues): Promise<DictionaryRow> {
  const { codeNum } = await inTransaction(async (trx) => {
    const there = values.dictId ? await findRecord<{ codeNum: string }>(trx, dictionaryRecord, values.dictId) : undefined;
    if (there) return there;
    const made = await createRecord<{ dictId: string; codeNum: string }>(trx, viewer, dictionaryRecord, values);
    await writeItems(trx, made.dictId, dictItemList);
    return made;
  });
  return oneDictionary(viewer, codeNum);
}

/** Changes the fields given; a list of items replaces the one that was. */
export async function updateDictionary(viewer: Viewer, dictId: string, { dictItemList, ...changes }: Partial<DictionaryValues>, version?: number): Promise<DictionaryRow> {
  const { codeNum } = await inTransaction(async (trx) => {
    const before = await findRecord<{ dictId: string; codeNum: string; version: number }>(trx, dictionaryRecord, dictId, true);
    if (!before) throw problem.missing("字典");
    const row = await updateRecord<{ codeNum: string; version: number }>(trx, viewer, dictionaryRecord, dictId, changes, version);
    if (dictItemList) await replaceItems(trx, viewer, dictId, dictItemList, row.version, row.version !== before.version);
    return row;
  });
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

/** The items are part of their dictionary: a change of them is a change of its version, in its history. */
async function replaceItems(trx: Transaction<DB>, viewer: Viewer, dictId: string, items: Item[], version: number, counted: boolean): Promise<void> {
  const before = await itemsOf(trx, dictId);
  await trx.deleteFrom("dictionaryItem").where("dictId", "=", dictId).execute();
  await writeItems(trx, dictId, items);
  const after = await itemsOf(trx, dictId);
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const next = counted ? version : version + 1;
  if (!counted) await trx.updateTable("dictionary").set({ version: next, updatedAt: sql`now()`, updatedBy: viewer.userId }).where("dictId", "=", dictId).execute();
  await recordChange(trx, viewer, { room: "dictionaries", key: dictId, action: "update", version: next, before: { dictItemList: before }, after: { dictItemList: after } });
}

async function writeItems(trx: Transaction<DB>, dictId: string, items: Item[]): Promise<void> {
  if (items.length > 0) await trx.insertInto("dictionaryItem").values(items.map((item) => ({ ...item, remark: item.remark ?? null, dictId }))).execute();
}

function itemsOf(trx: Transaction<DB>, dictId: string) {
  return trx.selectFrom("dictionaryItem").select(["itemNum", "itemName", "sort", "isValid", "remark"]).where("dictId", "=", dictId).orderBy("sort").orderBy("itemNum").execute();
}
