import type { Transaction } from "kysely";
import type { DB } from "~/kit/data/db/tables";
import { field } from "~/kit/room/fields";
import { partSheet } from "~/kit/room/sheets/part-sheet.server";
import type { DictionaryItemRow } from "./items";
import { updateDictionary } from "./queries.server";
import { dictionaries } from "./room.server";
import { dictionarySource } from "./source.server";

const { readMany } = dictionarySource.kept.parts!.dictItemList!;

/** The items of dictionaries: a row for each item. */
export const dictionaryItemSheet = partSheet(dictionaries, {
  templateCode: "dictionaryItem",
  title: "字典项",
  noun: "字典项",
  fields: {
    itemNum: field.name("项编码", 32),
    itemName: field.name("项名称", 64),
    sort: field.place(),
    isValid: field.enabled(),
    remark: field.note("备注"),
  },
  looks: { itemNum: { example: "1" }, itemName: { example: "柴油" } },
  rules: ["程序使用的字典不能增加项，也不能改项的名称，可以停用"],
  named: ["itemNum"],
  read: (_viewer, keys, on) => readMany!(on as Transaction<DB>, keys) as Promise<Map<string, never[]>>,
  save: (viewer, dictId, items) =>
    updateDictionary(viewer, dictId, { dictItemList: items as unknown as DictionaryItemRow[] }),
});
