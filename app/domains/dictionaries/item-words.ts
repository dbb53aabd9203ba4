import type { DictionaryItemRow } from "./items";

type Fields = Record<string, unknown> | null;

export function itemsInWords(items: readonly DictionaryItemRow[]): string {
  return items
    .map(
      ({ itemNum, itemName, sort, isValid, remark }) =>
        `${itemNum} ${itemName}（${[`排序 ${sort}`, !isValid && "停用", remark].filter(Boolean).join("，")}）`,
    )
    .join("；");
}

/** The sides of a change or a conflict with only those items that are not the same on all of them. */
export function withoutSameItems<T extends readonly Fields[]>(sides: T): T {
  const lists = sides
    .filter((side) => side !== null)
    .map((side) => new Set(itemsOf(side).map((item) => JSON.stringify(item))));
  if (lists.length < 2) return sides;
  const differs = (item: DictionaryItemRow) => !lists.every((items) => items.has(JSON.stringify(item)));
  return sides.map((side) => side && { ...side, dictItemList: itemsOf(side).filter(differs) }) as unknown as T;
}

const itemsOf = (side: Record<string, unknown>) =>
  ((side.dictItemList ?? []) as DictionaryItemRow[]).map(({ itemNum, itemName, sort, isValid, remark }) => ({
    itemNum,
    itemName,
    sort,
    isValid,
    remark: remark ?? null,
  }));

export function withoutSame<C extends { before: Fields; after: Fields }>(change: C): C {
  const [before, after] = withoutSameItems([change.before, change.after] as const);
  return { ...change, before, after };
}
