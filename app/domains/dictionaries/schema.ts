import { z } from "zod";
import { keysToDelete, recordKey, requiredText, text, version } from "~/kernel/forms/rules";
import { changesOf } from "~/kernel/http/changes";

const codeNum = z
  .string({ error: "请输入字典编码" })
  .trim()
  .min(1, "请输入字典编码")
  .max(32, "最多 32 个字")
  .regex(/^[A-Za-z0-9_]+$/, "只能用字母、数字和下划线");

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
  dictItemList: z.array(DictionaryItem).max(500, "最多 500 项").superRefine(noRepeats).default([]),
});

export const DictionaryAdd = dictionary.extend({ dictId: recordKey.optional() });
export const DictionaryUpdate = changesOf(dictionary).extend({ dictId: recordKey, version });
export const DictionaryDelete = keysToDelete("dictId", "字典");
export const DictionaryFilters = z.object({ codeNum: z.union([z.string().trim().max(32), z.array(z.string().trim().max(32)).max(200)]).optional(), codeName: z.string().trim().max(64).optional(), isValid: z.boolean().optional() });
export const CodeNumCheck = z.object({ codeNum, dictId: recordKey.optional() });
export type DictionaryValues = z.output<typeof DictionaryAdd>;
export type DictionaryFilters = z.output<typeof DictionaryFilters>;

export const DictionaryRow = z.object({
  dictId: z.string(),
  codeNum: z.string(),
  codeName: z.string(),
  isValid: z.boolean(),
  version: z.number(),
  dictItemList: z.array(z.object({ itemNum: z.string(), itemName: z.string(), sort: z.number(), isValid: z.boolean(), remark: z.string().nullable() })),
});
export type DictionaryRow = z.output<typeof DictionaryRow>;

function noRepeats(items: z.output<typeof DictionaryItem>[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [place, { itemNum }] of items.entries()) {
    if (seen.has(itemNum)) context.addIssue({ code: "custom", path: [place, "itemNum"], message: `项编码 ${itemNum} 重复` });
    seen.add(itemNum);
  }
}
