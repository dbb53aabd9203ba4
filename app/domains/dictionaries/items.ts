import { z } from "zod";
import { requiredText, text } from "~/kit/page/forms/rules";

export const mostItems = 500;

const Item = z.object({
  itemNum: requiredText("项编码", 32),
  itemName: requiredText("项名称", 64),
  sort: z.number().int("请输入整数").min(0).max(9999).default(0),
  isValid: z.boolean().default(true),
  remark: text(255).nullish(),
});

/** A row of the page's form: without a tick it is disabled, without an order it stands where it was typed. */
const FormItem = Item.extend({
  sort: Item.shape.sort.unwrap().optional(),
  isValid: z.boolean().default(false),
});

const tooMany = `最多 ${mostItems} 项`;
export const Items = z.array(Item).max(mostItems, tooMany).superRefine(noRepeats);
export const FormItems = z.array(FormItem).max(mostItems, tooMany).superRefine(noRepeats);

export const DictionaryItemRow = z.object({
  itemNum: z.string(),
  itemName: z.string(),
  sort: z.number(),
  isValid: z.boolean(),
  remark: z.string().nullable(),
});
export type DictionaryItemRow = z.output<typeof DictionaryItemRow>;

function noRepeats(items: { itemNum: string }[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [place, { itemNum }] of items.entries()) {
    if (seen.has(itemNum))
      context.addIssue({ code: "custom", path: [place, "itemNum"], message: `项编码 ${itemNum} 重复` });
    seen.add(itemNum);
  }
}
