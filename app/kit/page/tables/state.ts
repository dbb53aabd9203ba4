import type { z } from "zod";
import { chineseMessage } from "~/kit/page/forms/messages";
import { pageSizes, type PageSize, type Table } from "./define-table";

export interface Sort {
  id: string;
  desc: boolean;
}

/** What a list shows, all of it in the URL: page from 1, order and filters. */
export interface TableState<Filters = Record<string, unknown>> {
  page: number;
  size: PageSize;
  sort: Sort[];
  filters: Filters;
  /** Filters as they stand in the query, to show again. */
  asked: Record<string, string | string[]>;
  /** Filters left out because their value breaks a rule, with the reason. */
  ignored: { name: string; message: string }[];
  exactTotal?: boolean;
}

type AnyTable<F extends z.ZodObject> = Pick<
  Table<never, F>,
  "filters" | "filterFields" | "sortBy" | "sortable" | "pageSize"
>;

/** The last page that can be asked for; OFFSET beyond it only costs time. */
const LAST_PAGE = 1_000_000;

/** Reads a list's state from the URL; everything that the table does not declare is left out. */
export function readState<F extends z.ZodObject>(table: AnyTable<F>, url: URL): TableState<z.output<F>> {
  const query = url.searchParams;
  const sort = readSort(query.get("sort") ?? "", table.sortable);
  return {
    page: whole(query.get("page"), LAST_PAGE) ?? 1,
    size: pageSizes.find((size) => String(size) === query.get("size")) ?? table.pageSize,
    sort: sort.length > 0 ? sort : readSort(table.sortBy, null),
    exactTotal: query.get("count") === "exact" || undefined,
    ...readFilters(table.filters, query),
  };
}

export const sortLevels = 4;

/** Parses `-staName,staSelfCode`; unknown and repeated columns are dropped, four levels are kept. */
export function readSort(text: string, allowed: ReadonlySet<string> | null): Sort[] {
  const sorts = new Map<string, Sort>();
  for (const part of text.split(",")) {
    const desc = part.startsWith("-");
    const id = desc ? part.slice(1) : part;
    if (id && !sorts.has(id) && (!allowed || allowed.has(id))) sorts.set(id, { id, desc });
  }
  return [...sorts.values()].slice(0, sortLevels);
}

export const writeSort = (sort: Sort[]) => sort.map(({ id, desc }) => (desc ? `-${id}` : id)).join(",");

function readFilters<F extends z.ZodObject>(schema: F, query: URLSearchParams) {
  const filters: Record<string, unknown> = {};
  const asked: TableState["asked"] = {};
  const ignored: TableState["ignored"] = [];
  for (const [name, rule] of Object.entries(schema.shape)) {
    const given = query.getAll(name).filter((value) => value.trim() !== "");
    if (given.length > 0) asked[name] = given.length > 1 ? given : given[0]!;
    const parsed = parseFilter(rule as z.ZodType, given);
    if (parsed.success) {
      if (parsed.data !== undefined) filters[name] = parsed.data;
    } else if (given.length > 0) {
      ignored.push({ name, message: parsed.error.issues[0]?.message ?? "填写有误" });
    }
  }
  return { filters: filters as z.output<F>, asked, ignored };
}

/** A query holds text only, so a rule gets the value as text, then as a number, then as a list. */
function parseFilter(rule: z.ZodType, given: string[]) {
  const text = given.length > 1 ? given : given[0];
  const first = rule.safeParse(text, { error: chineseMessage });
  if (first.success || given.length === 0) return first;
  const asNumber =
    given.length === 1 && /^-?\d+(\.\d+)?$/.test(given[0]!.trim()) ? rule.safeParse(Number(given[0])) : first;
  if (asNumber.success) return asNumber;
  const asList = rule.safeParse(given);
  return asList.success ? asList : first;
}

function whole(text: string | null, most: number): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= most ? number : undefined;
}
