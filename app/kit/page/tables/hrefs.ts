import type { z } from "zod";
import type { Table } from "./define-table";
import { type Sort, type TableState, writeSort } from "./state";

type AnyTable = Pick<Table<never, z.ZodObject>, "sortBy" | "pageSize">;
type Change = Partial<Pick<TableState, "page" | "size" | "sort" | "asked" | "exactTotal">>;

/** The list's own address (a query, or `?`) with something changed and all else kept; what is default is left out. */
export function hrefFor(table: AnyTable, state: TableState, change: Change = {}): string {
  const query = new URLSearchParams(pairs(table, { ...state, ...change }));
  return `?${query}`;
}

/** The list's address with one filter set to a value, or let go where it has that value already. */
export function narrowedTo(table: AnyTable, state: TableState, name: string, value: string): string {
  const { [name]: now, ...others } = state.asked;
  return hrefFor(table, state, { asked: now === value ? others : { ...others, [name]: value }, page: 1 });
}

/** What a GET form must carry as hidden inputs so that it changes only its own part of the address. */
export function keptParams(table: AnyTable, state: TableState, ...without: string[]): [string, string][] {
  return pairs(table, state).filter(([name]) => name !== "page" && name !== "count" && !without.includes(name));
}

/** What the list is narrowed and ordered by, as a query: what is exported, changed as a whole, or saved under a name. */
export function queryOf(table: AnyTable, state: TableState): string {
  return new URLSearchParams(keptParams(table, state, "size")).toString();
}

/** The order after a click on a column's header: ascending, descending, then the default again. */
export function nextSort(table: AnyTable, state: TableState, id: string): Sort[] {
  const now = state.sort.length === 1 ? state.sort[0] : undefined;
  if (now?.id !== id) return [{ id, desc: false }];
  if (!now.desc) return [{ id, desc: true }];
  return writeSort(state.sort) === table.sortBy ? [{ id, desc: false }] : [];
}

/** The order after a click on a column's level: added as the last one, then descending, then taken out. */
export function levelSort({ sort }: TableState, id: string): Sort[] {
  const now = sort.find((one) => one.id === id);
  if (!now) return [...sort, { id, desc: false }];
  return now.desc ? sort.filter((one) => one !== now) : sort.map((one) => (one === now ? { id, desc: true } : one));
}

export const isSorted = (table: AnyTable, { sort }: TableState) => writeSort(sort) !== table.sortBy;

function pairs(table: AnyTable, { page, size, sort, asked, exactTotal }: TableState): [string, string][] {
  const out: [string, string][] = [];
  for (const [name, value] of Object.entries(asked)) {
    for (const one of Array.isArray(value) ? value : [value]) out.push([name, one]);
  }
  const order = writeSort(sort);
  if (order && order !== table.sortBy) out.push(["sort", order]);
  if (size !== table.pageSize) out.push(["size", String(size)]);
  if (page > 1) out.push(["page", String(page)]);
  if (exactTotal) out.push(["count", "exact"]);
  return out;
}
