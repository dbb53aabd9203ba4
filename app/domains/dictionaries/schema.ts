import { z } from "zod";
import { changesOf } from "~/kernel/http/changes";

const key = z.string().regex(/^[0-9a-f]{32}$/, "主键应为 32 位小写十六进制数字");
const codeNum = z
  .string({ error: "请输入字典编码" })
  .trim()
  .min(1, "请输入字典编码")
  .max(32, "最多 32 个字")
  .regex(/^[A-Za-z0-9_]+$/, "只能用字母、数字和下划线");

export const DictionaryItem = z.object({
  itemNum: z.string({ error: "请输入项编码" }).trim().min(1, "请输入项编码").max(32, "最多 32 个字"),
  itemName: z.string({ error: "请输入项名称" }).trim().min(1, "请输入项名称").max(64, "最多 64 个字"),
  sort: z.number().int("请输入整数").min(0).max(9999).default(0),
  isValid: z.boolean().default(true),
  remark: z.string().trim().max(255, "最多 255 个字").nullish(),
});

const dictionary = z.object({
  codeNum,
  codeName: z.string({ error: "请输入字典名称" }).trim().min(1, "请输入字典名称").max(64, "最多 64 个字"),
  isValid: z.boolean().default(true),
  dictItemList: z.array(DictionaryItem).max(500, "最多 500 项").default([]).superRefine(noRepeats),
});

export const DictionaryAdd = dictionary.extend({ dictId: key.optional() });
export const DictionaryUpdate = changesOf(dictionary).extend({ dictId: key, version: z.number().int().optional() });
export const DictionaryDelete = z.union([z.object({ dictId: key }).transform(({ dictId }) => [dictId]), z.object({ ids: z.array(key).min(1, "请选择字典").max(1000, "一次最多 1000 个") }).transform(({ ids }) => ids)]);
export const DictionaryFilters = z.object({ codeNum: z.union([z.string().trim().max(32), z.array(z.string().trim().max(32)).max(200)]).optional(), codeName: z.string().trim().max(64).optional(), isValid: z.boolean().optional() });
export const CodeNumCheck = z.object({ codeNum, dictId: key.optional() });
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
