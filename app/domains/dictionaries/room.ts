import { z } from "zod";
import { yesOrNo } from "~/kit/page/forms/rules";
import { field, withDefault } from "~/kit/room/fields";
import { recordTable } from "~/kit/room/record-table";
import { defineRoom, permissions } from "~/kit/room/room";
import { itemsInWords } from "./item-words";
import { DictionaryItemRow, FormItems, Items } from "./items";
import { isSeeded } from "./seed";

const codeNum = z
  .string({ error: "请输入字典编码" })
  .trim()
  .min(1, "请输入字典编码")
  .max(32, "最多 32 个字")
  .regex(/^[A-Za-z0-9_]+$/, "只能用字母、数字和下划线");

export const dictionaryRoom = defineRoom({
  name: "dictionaries",
  noun: "字典",
  title: "字典管理",
  url: "/dict/dictionary-configuration",
  key: "dictId",
  may: permissions("dictionary"),
  named: "codeName",
  code: "codeNum",
  few: true,
  fields: {
    codeNum: {
      ...field.own("字典编码", codeNum, z.string(), { hint: "字母、数字和下划线，不与其他字典重复" }),
      kind: "text",
    },
    codeName: field.name("字典名称", 64),
    isValid: { ...withDefault(field.own("启用", z.boolean(), z.boolean()), true), kind: "check" },
    remark: field.text("备注", 255, { wide: true }),
    dictItemList: withDefault(field.own("字典项", Items, z.array(DictionaryItemRow), { say: itemsInWords }), []),
  },
  bulk: ["isValid", "remark"],
});
export type DictionaryRow = typeof dictionaryRoom.row;
export type DictionaryValues = typeof dictionaryRoom.values;

export const DictionaryForm = dictionaryRoom.Form.extend({ dictItemList: FormItems.default([]) });

/** The form's values as the record's: an item without an order stands where it was typed. */
export function valuesOf({
  dictItemList,
  ...values
}: Omit<z.output<typeof DictionaryForm>, "version" | "reason">): DictionaryValues {
  return { ...values, dictItemList: dictItemList.map((item, at) => ({ ...item, sort: item.sort ?? at + 1 })) };
}

export const DictionaryFilters = z.object({
  keyword: z.string().trim().max(64).optional(),
  codeNum: z.union([z.string().trim().max(32), z.array(z.string().trim().max(32)).max(200)]).optional(),
  codeName: z.string().trim().max(64).optional(),
  isValid: yesOrNo,
});
export type DictionaryFilters = z.output<typeof DictionaryFilters>;

const { shape } = DictionaryFilters;

export const dictionaryTable = recordTable<DictionaryRow>(dictionaryRoom, {
  columns: [
    { id: "codeNum", width: 150, sortable: true },
    { id: "codeName", width: 150, sortable: true },
    {
      id: "items",
      header: "字典项",
      cell: (row) =>
        row.dictItemList.map(({ itemName, isValid }) => (isValid ? itemName : `${itemName}（停用）`)).join("、"),
    },
    { id: "count", header: "项数", width: 60, align: "right", cell: (row) => row.dictItemList.length },
    { id: "seeded", header: "来源", width: 70, cell: (row) => (isSeeded(row.codeNum) ? "程序" : "自建") },
    { id: "isValid", width: 60, sortable: true },
    { id: "remark", hidden: true },
    "updatedAt",
  ],
  keyword: "编码或名称",
  filters: [
    { name: "isValid", rule: shape.isValid },
    { name: "codeNum", label: "", rule: shape.codeNum },
    { name: "codeName", label: "" },
  ],
  sortBy: "codeNum",
});
