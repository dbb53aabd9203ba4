import { type RawBuilder, sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { problem } from "~/kit/ground/problem";
import { type RecordSource, streamRows } from "~/kit/room/source.server";
import { whereOf } from "~/kit/room/source-sql.server";
import { foundIn, holds } from "~/kit/data/search/found.server";
import { type ListPage, type ListState, pageRows } from "~/kit/page/tables/select-page.server";
import { today } from "~/kit/ground/time/today.server";
import { loadLines } from "./line-rows.server";
import { lineRecord, stateOn } from "./records.server";
import { isToReview } from "./lines-waiting.server";
import { type LineFilters, type LineRow } from "./schema";
import { orderByFigures } from "./shown-figures.server";

export async function listLines(viewer: Viewer, state: ListState<LineFilters>): Promise<ListPage<LineRow>> {
  return pageRows<LineRow>(state, {
    key: sql`line.line_uuid`,
    keyName: "lineUuid",
    from: sql`line`,
    where: whereOf(lineSearch, viewer, state.filters),
    order: await orderFor(state),
    load: (keys) => loadLines(viewer, keys, state.filters.asOf),
  });
}

/** All lines that the filters find, at most 5,000; an error in words beyond. */
export async function allLines(viewer: Viewer, filters: LineFilters): Promise<LineRow[]> {
  const most = 5000;
  const found = await listLines(viewer, { page: 1, size: most + 1, sort: [{ id: "lineName", desc: false }], filters });
  if (found.rows.length > most) throw problem.field("", `结果超过 ${most} 条，请增加筛选条件或使用 pageList`);
  return found.rows;
}

/** All of them in a list's order, as they were found at the first. */
export async function* streamLines(
  viewer: Viewer,
  state: Pick<ListState<LineFilters>, "sort" | "filters">,
): AsyncGenerator<LineRow[]> {
  for await (const found of streamRows({ ...lineSearch, order: await orderFor(state) }, viewer, state)) {
    const keys = found.map(({ lineUuid }) => lineUuid);
    const rows = new Map((await loadLines(viewer, keys, state.filters.asOf)).map((row) => [row.lineUuid, row]));
    yield keys.flatMap((key) => rows.get(key) ?? []);
  }
}

const lineFields = ["line_name", "line_id", "line_device_no", "pinyin", "initials"];

const lineOrder: Record<string, RawBuilder<unknown>> = {
  lineName: sql`line.name_order`,
  lineId: sql`natural_order(line.line_id)`,
  lineDeviceNo: sql`line.line_device_no`,
  lineType: sql`line.line_type`,
  get state() {
    return stateOn(today());
  },
  upFirst: sql`line.up_first`,
  orgName: sql`(select org_name from organisation where org_id = line.org_id)`,
  updatedAt: sql`line.updated_at`,
  deletedAt: sql`line.deleted_at`,
};

/** Figures of every line are read only where they are asked for. */
const orderFor = async ({ sort, filters }: Pick<ListState<LineFilters>, "sort" | "filters">) =>
  sort.some(({ id }) => id === "stations" || id === "mileage")
    ? { ...lineOrder, ...(await orderByFigures(filters.asOf)) }
    : lineOrder;

const linesWithDrafts = sql`select c.main_uuid from line_version d join line_classify c using (classify_sid) where d.state = 'draft' and d.deleted_at is null and c.deleted_at is null`;

function narrowed(filters: LineFilters): RawBuilder<unknown>[] {
  const parts: RawBuilder<unknown>[] = [];
  if (filters.lineName) parts.push(holds(filters.lineName, sql`line.line_name`));
  if (filters.state !== undefined) parts.push(sql`${stateOn(filters.asOf ?? today())} = ${filters.state}`);
  if (filters.lineType !== undefined) parts.push(sql`line.line_type = ${filters.lineType}`);
  if (filters.orgId) parts.push(sql`line.org_id = ${filters.orgId}`);
  if (filters.hasDraft !== undefined)
    parts.push(sql`line.line_uuid ${filters.hasDraft ? sql`in` : sql`not in`} (${linesWithDrafts})`);
  if (filters.waiting !== undefined)
    parts.push(
      sql`line.line_uuid ${filters.waiting ? sql`in` : sql`not in`} (${linesWithDrafts} and d.submitted_at is not null)`,
    );
  if (filters.toReview !== undefined) parts.push(sql`${isToReview(sql`line.line_uuid`)} = ${filters.toReview}`);
  return parts;
}

/** How lines are found and named where their figures do not matter: in the search over all rooms, and to change many. */
export const lineSearch: RecordSource<Pick<LineRow, "lineUuid" | "lineName" | "lineId" | "orgName">, LineFilters> = {
  kept: lineRecord,
  select: sql`line.line_uuid, line.line_name, line.line_id, (select org_name from organisation where org_id = line.org_id) as org_name`,
  where: narrowed,
  order: lineOrder,
  scope: sql`line.org_id`,
  searched: lineFields,
};

export const lineFound = (keyword: string) => foundIn("line", keyword, lineFields);
