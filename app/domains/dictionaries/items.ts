import { z } from "zod";
import { requiredText, text } from "~/kit/page/forms/rules";

export const mostItems = 500;
const mostPlace = 9999;

const Item = z.object({
  itemNum: requiredText("项编码", 32),
  itemName: requiredText("项名称", 64),
  sort: z.number().int("请输入整数").min(0).max(mostPlace).optional(),
  isValid: z.boolean().default(true),
  remark: text(255).nullish(),
});

/** A row of the page's form: without a tick it is disabled. */
const FormItem = Item.extend({ isValid: z.boolean().default(false) });

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

/** Items in their order; those without a place come last, as they were sent. */
export function sortItems(items: readonly z.output<typeof Item>[]): DictionaryItemRow[] {
  let last = Math.max(0, ...items.map(({ sort }) => sort ?? 0));
  return items
    .map(({ itemNum, itemName, sort, isValid, remark }) => ({
      itemNum,
      itemName,
      sort: sort ?? (last = Math.min(mostPlace, last + 1)),
      isValid,
      remark: remark || null,
    }))
    .sort((one, other) => one.sort - other.sort || (one.itemNum < other.itemNum ? -1 : 1));
}

function noRepeats(items: { itemNum: string }[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [place, { itemNum }] of items.entries()) {
    if (seen.has(itemNum))
      context.addIssue({ code: "custom", path: [place, "itemNum"], message: `项编码 ${itemNum} 重复` });
    seen.add(itemNum);
  }
}
