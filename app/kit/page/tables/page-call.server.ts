import { z } from "zod";
import type { Table } from "./define-table";
import type { ListPage, ListState } from "./select-page.server";
import { readSort, type Sort } from "./state";

type AnyTable<F extends z.ZodObject> = Pick<Table<never, F>, "filters" | "sortBy" | "sortable">;

const whole = (from: number, to: number, what: string, start: number) =>
  z.preprocess(
    (sent) =>
      sent === "" || sent === null
        ? undefined
        : typeof sent === "string" && /^\d{1,9}$/.test(sent)
          ? Number(sent)
          : sent,
    z
      .number({ error: `${what}应为整数` })
      .int(`${what}应为整数`)
      .min(from, `${what}最小为 ${from}`)
      .max(to, `${what}最大为 ${to}`)
      .default(start),
  );

/** The request of a `pageList` call: the table's filters and sortable columns, pageNum from 1, pageSize 1 to 500; its total is always exact. */
export function pageListRequest<F extends z.ZodObject>(table: AnyTable<F>) {
  const page = z.object({
    pageNum: whole(1, 10_000_000, "页码", 1),
    pageSize: whole(1, 500, "每页条数", 50),
    sortField: z
      .string()
      .optional()
      .refine((id) => !id || table.sortable.has(id), "不能按此字段排序")
      .meta(table.sortable.size > 0 ? { enum: [...table.sortable] } : {}),
    sortOrder: z.enum(["asc", "desc"], { error: "排序方向应为 asc 或 desc" }).optional(),
  });
  return page.and(wholeFilters(table.filters)).transform((sent): ListState<z.output<F>> => {
    const { pageNum, pageSize, sortField, sortOrder, ...filters } = sent as z.output<typeof page> &
      Record<string, unknown>;
    return {
      page: pageNum,
      size: pageSize,
      sort: sortField
        ? [{ id: sortField, desc: sortOrder === "desc" }]
        : turned(readSort(table.sortBy, null), sortOrder),
      filters: filters as z.output<F>,
      exactTotal: true,
    };
  });
}

/** A list's own order in the direction that is asked of its first column. */
function turned(sort: Sort[], order: "asc" | "desc" | undefined): Sort[] {
  const isOther = order !== undefined && sort[0]?.desc !== (order === "desc");
  return isOther ? sort.map(({ id, desc }) => ({ id, desc: !desc })) : sort;
}

/** A list's filters as a call sends them: an empty one is none, and half a place is refused at the number that lacks. */
export const wholeFilters = <F extends z.ZodObject>(filters: F): F =>
  z.preprocess(withoutEmpty, filters.superRefine(refuseHalves)) as unknown as F;

function withoutEmpty(sent: unknown): unknown {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null && value !== ""));
}

function refuseHalves(asked: Record<string, unknown>, context: z.core.$RefinementCtx): void {
  const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
  const lacksPoint = point.find((name) => asked[name] === undefined);
  if (lacksPoint && [...point, "radius"].some((name) => asked[name] !== undefined))
    refuse(lacksPoint, "请同时给出经度和纬度");
  const lacksSide = sides.find((name) => asked[name] === undefined);
  if (lacksSide && sides.some((name) => asked[name] !== undefined)) refuse(lacksSide, "请给出矩形的四边");
}
const point = ["lng", "lat"];
const sides = ["minLng", "minLat", "maxLng", "maxLat"];

export function pageListReply<R extends z.ZodType>(row: R) {
  return z.object({ list: z.array(row), total: z.number(), pageNum: z.number(), pageSize: z.number() });
}

export async function pageListOf<R>(state: ListState<unknown>, found: Promise<ListPage<R>>) {
  const { rows, total } = await found;
  return { list: rows, total, pageNum: state.page, pageSize: state.size };
}
