import { mostItems } from "./items";

export interface TypedItem {
  itemNum?: string;
  itemName?: string;
  sort?: string;
  isValid?: string;
  remark?: string;
}

export const itemFields = ["itemNum", "itemName", "sort", "isValid", "remark"] as const;

export const itemField = (at: number, name: keyof TypedItem) => `dictItemList[${at}].${name}`;

export function typedItems(value: unknown): TypedItem[] {
  if (!Array.isArray(value)) return [];
  return value.map((row: Record<string, unknown>) => {
    const shown = itemFields.flatMap((name) =>
      row?.[name] === undefined || row[name] === null || row[name] === false
        ? []
        : [[name, row[name] === true ? "on" : String(row[name])]],
    );
    return Object.fromEntries(shown) as TypedItem;
  });
}

/** What uses each row: of two rows with one number the first is the item that records use. */
export function usesOf(items: readonly TypedItem[], used: Record<string, string>): (string | undefined)[] {
  const numbers = items.map(({ itemNum }) => itemNum ?? "");
  return numbers.map((itemNum, at) => (numbers.indexOf(itemNum) === at ? used[itemNum] : undefined));
}

/** Whether the row is an item as the program has it, whose number and name stay. */
export const isFixed = ({ itemNum = "", itemName }: TypedItem, fixed: Record<string, string>) =>
  itemName !== undefined && fixed[itemNum] === itemName;

/** Rows count from 1 (`remove:3`, `up:3`); null where it was the form's own button, which saves, and nothing pasted is left to take over. */
export function applyRowButton(form: FormData): FormData | null {
  const left = String(form.get("pasted") ?? "").trim() !== "";
  const [verb = "", row] = String(form.get("do") ?? (left ? "paste" : "")).split(":");
  const change = Object.hasOwn(rowButtons, verb) ? rowButtons[verb] : undefined;
  if (!change) return null;
  const changed = change(itemsIn(form), Number(row) - 1, String(form.get("pasted") ?? ""));
  const next = new FormData();
  for (const [name, value] of form)
    if (!name.startsWith("dictItemList[") && name !== "do" && name !== "pasted") next.append(name, value);
  changed.forEach((item, at) =>
    itemFields.forEach((name) => item[name] !== undefined && next.append(itemField(at, name), item[name])),
  );
  return next;
}

export function moveItem<T extends TypedItem>(items: readonly T[], from: number, to: number): T[] {
  if (!items[from] || !items[to]) return [...items];
  const rest = items.filter((_, at) => at !== from);
  return renumbered([...rest.slice(0, to), items[from], ...rest.slice(to)]);
}

/** The rows in the order of their numbers; one without a number keeps its place. */
export function sortItems<T extends TypedItem>(items: readonly T[]): T[] {
  const placed = items.map((item, at) => ({ item, place: Number(item.sort ?? "") || at + 1 }));
  return renumbered(placed.sort((one, other) => one.place - other.place).map(({ item }) => item));
}

const renumbered = <T extends TypedItem>(items: readonly T[]): T[] =>
  items.map((item, at) => ({ ...item, sort: String(at + 1) }));

export function withNewItem(items: readonly TypedItem[], item: TypedItem = {}): TypedItem[] {
  if (items.length >= mostItems) return [...items];
  const last = Math.max(0, ...items.map(({ sort }) => Number(sort) || 0));
  return [...items, { isValid: "on", ...item, sort: String(Math.min(9999, last + 1)) }];
}

const rowButtons: Record<string, (items: TypedItem[], at: number, pasted: string) => TypedItem[]> = {
  add: (items) => withNewItem(items),
  paste: (items, _at, pasted) => pastedItems(pasted).reduce((all, item) => withNewItem(all, item), items),
  arrange: sortItems,
  remove: (items, at) => items.filter((_, place) => place !== at),
  up: (items, at) => moveItem(items, at, at - 1),
  down: (items, at) => moveItem(items, at, at + 1),
};

/** Lines of `number name` or `number,name,remark`, also as a spreadsheet copies them. */
function pastedItems(text: string): TypedItem[] {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.map((line) => {
    const [itemNum, itemName, ...remark] = /[\t,，]/.test(line) ? line.split(/\s*[\t,，]\s*/) : line.split(/\s+/);
    return { itemNum, itemName, remark: remark.join(" ") || undefined };
  });
}

function itemsIn(form: FormData): TypedItem[] {
  const rows = new Map<number, TypedItem>();
  for (const [name, value] of form) {
    const [, at, field] = /^dictItemList\[(\d{1,4})\]\.(\w+)$/.exec(name) ?? [];
    const known = itemFields.find((one) => one === field);
    if (known && typeof value === "string") rows.set(Number(at), { ...rows.get(Number(at)), [known]: value });
  }
  return [...rows].sort(([one], [other]) => one - other).map(([, item]) => item);
}
