import type { z } from "zod";
import type { Table } from "./define-table";
import { type Sort, type TableState, writeSort } from "./state";

type AnyTable = Pick<Table<never, z.ZodObject>, "sortBy" | "pageSize">;
type Change = Partial<Pick<TableState, "page" | "size" | "sort" | "asked">>;

/** The list's own address (a query, or `?`) with something changed and all else kept; what is default is left out. */
export function hrefFor(table: AnyTable, state: TableState, change: Change = {}): string {
  const query = new URLSearchParams(pairs(table, { ...state, ...change }));
  return `?${query}`;
}

/** What a GET form must carry as hidden inputs so that it changes only its own part of the address. */
export function kept(table: AnyTable, state: TableState, ...without: string[]): [string, string][] {
  return pairs(table, state).filter(([name]) => name !== "page" && !without.includes(name));
}

/** The order after a click on a column's header: ascending, descending, then the default again. */
export function nextSort(table: AnyTable, state: TableState, id: string): Sort[] {
  const now = state.sort.length === 1 ? state.sort[0] : undefined;
  if (now?.id !== id) return [{ id, desc: false }];
  if (!now.desc) return [{ id, desc: true }];
  return writeSort(state.sort) === table.sortBy ? [{ id, desc: false }] : [];
}

function pairs(table: AnyTable, { page, size, sort, asked }: TableState): [string, string][] {
  const out: [string, string][] = [];
  for (const [name, value] of Object.entries(asked)) {
    for (const one of Array.isArray(value) ? value : [value]) out.push([name, one]);
  }
  const order = writeSort(sort);
  if (order && order !== table.sortBy) out.push(["sort", order]);
  if (size !== table.pageSize) out.push(["size", String(size)]);
  if (page > 1) out.push(["page", String(page)]);
  return out;
}
