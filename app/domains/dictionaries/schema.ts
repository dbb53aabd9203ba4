import { z } from "zod";
import { keysToDelete, recordKey, requiredText, text, version } from "~/kit/page/forms/rules";
import { changesOf } from "~/kit/page/http/changes";

const codeNum = z
  .string({ error: "请输入字典编码" })
  .trim()
  .min(1, "请输入字典编码")
  .max(32, "最多 32 个字")
  .regex(/^[A-Za-z0-9_]+$/, "只能用字母、数字和下划线");

export const mostItems = 500;

export const DictionaryItem = z.object({
  itemNum: requiredText("项编码", 32),
  itemName: requiredText("项名称", 64),
  sort: z.number().int("请输入整数").min(0).max(9999).default(0),
  isValid: z.boolean().default(true),
  remark: text(255).nullish(),
});

const dictionary = z.object({
  codeNum,
  codeName: requiredText("字典名称", 64),
  isValid: z.boolean().default(true),
  remark: text(255).nullish(),
  dictItemList: z.array(DictionaryItem).max(mostItems, `最多 ${mostItems} 项`).superRefine(noRepeats).default([]),
});

/** A row of the page's form: without a tick it is disabled, without an order it stands where it was typed. */
const FormItem = DictionaryItem.extend({
  sort: DictionaryItem.shape.sort.unwrap().optional(),
  isValid: z.boolean().default(false),
});

/** What the page's form sends. */
export const DictionaryForm = dictionary.extend({
  isValid: z.boolean().default(false),
  dictItemList: z.array(FormItem).max(mostItems, `最多 ${mostItems} 项`).superRefine(noRepeats).default([]),
  version,
  reason: text(255).nullish(),
});

/** The form's values as the record's: an item without an order stands where it was typed. */
export function valuesOf({
  dictItemList,
  ...values
}: Omit<z.output<typeof DictionaryForm>, "version" | "reason">): DictionaryValues {
  return { ...values, dictItemList: dictItemList.map((item, at) => ({ ...item, sort: item.sort ?? at + 1 })) };
}

export const DictionaryAdd = dictionary.extend({ dictId: recordKey.optional() });
export const DictionaryUpdate = changesOf(dictionary).extend({ dictId: recordKey, version });
/** What may be changed of many at once. */
export const DictionaryBulk = changesOf(dictionary.pick({ isValid: true, remark: true }));
export const DictionaryDelete = keysToDelete("dictId", "字典");
export const DictionaryFilters = z.object({
  /** Found in the code and the name. */
  keyword: z.string().trim().max(64).optional(),
  codeNum: z.union([z.string().trim().max(32), z.array(z.string().trim().max(32)).max(200)]).optional(),
  codeName: z.string().trim().max(64).optional(),
  isValid: z.union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")]).optional(),
});
export const CodeNumCheck = z.object({ codeNum, dictId: recordKey.optional() });
export type DictionaryValues = z.output<typeof DictionaryAdd>;
export type DictionaryFilters = z.output<typeof DictionaryFilters>;

export const DictionaryRow = z.object({
  dictId: z.string(),
  codeNum: z.string(),
  codeName: z.string(),
  isValid: z.boolean(),
  remark: z.string().nullable(),
  version: z.number(),
  /** UTC, ISO 8601. */
  updatedAt: z.string(),
  dictItemList: z.array(
    z.object({
      itemNum: z.string(),
      itemName: z.string(),
      sort: z.number(),
      isValid: z.boolean(),
      remark: z.string().nullable(),
    }),
  ),
});
export type DictionaryItemRow = DictionaryRow["dictItemList"][number];
export type DictionaryRow = z.output<typeof DictionaryRow>;

function noRepeats(items: { itemNum: string }[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [place, { itemNum }] of items.entries()) {
    if (seen.has(itemNum))
      context.addIssue({ code: "custom", path: [place, "itemNum"], message: `项编码 ${itemNum} 重复` });
    seen.add(itemNum);
  }
}
