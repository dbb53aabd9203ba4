import { createHash } from "node:crypto";
import type { z } from "zod";
import { attempt } from "~/kit/ground/problem";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { queryOf } from "~/kit/page/tables/hrefs";
import { readState } from "~/kit/page/tables/state";
import type { Bulk } from "./bulk.server";
import { filterVisibleKeys, findKeys } from "./find-keys.server";
import { listRows, loadRows } from "./source.server";

const mostTicked = 200;
const mostFound = 50_000;

/** The records that the page is for: those ticked, or all that the list's filters find. */
export async function findPicked<Row extends object, F extends z.ZodObject, S extends z.ZodObject>(
  { viewer, url }: ViewerCall,
  { source, table }: Bulk<Row, F, S>,
): Promise<{ keys: string[]; trouble?: string }> {
  if (url.searchParams.get("all") !== "1") {
    const ids = url.searchParams.getAll("ids");
    if (ids.length > mostTicked)
      return { keys: [], trouble: `一次最多勾选 ${mostTicked} 条；更多请用筛选条件，再选列表下方的“对全部…操作”。` };
    return {
      keys: await filterVisibleKeys(source, viewer, ids),
      trouble: ids.length === 0 ? "还没有勾选记录，请返回列表勾选。" : undefined,
    };
  }
  const { filters, ignored } = readState(table, url);
  if (ignored.length > 0) return { keys: [], trouble: "有筛选条件没有生效，请返回列表改正后再试。" };
  const found = await attempt(() => findKeys(source, viewer, filters, mostFound));
  return found.ok
    ? { keys: found.value }
    : { keys: [], trouble: `一次最多处理 ${mostFound.toLocaleString("zh-CN")} 条：${found.problem.message}` };
}

/** The first ten as a person expects them: of a list in its order, of ticked ones by name. */
export async function firstNames<Row extends object, F extends z.ZodObject, S extends z.ZodObject>(
  { viewer, url }: ViewerCall,
  { room, source, table }: Bulk<Row, F, S>,
  keys: string[],
): Promise<string[]> {
  if (keys.length === 0) return [];
  if (url.searchParams.get("all") === "1")
    return (await listRows(source, viewer, { ...readState(table, url), page: 1, size: 10 })).rows.map(room.nameOf);
  return (await loadRows(source, viewer, keys))
    .map(room.nameOf)
    .sort((one, other) => one.localeCompare(other, "zh", { numeric: true }))
    .slice(0, 10);
}

export const digestOf = (keys: string[]) =>
  createHash("sha256")
    .update([...keys].sort().join())
    .digest("base64url")
    .slice(0, 22);

export function backTo<Row extends object, F extends z.ZodObject, S extends z.ZodObject>(
  url: URL,
  { room, table }: Pick<Bulk<Row, F, S>, "room" | "table">,
): string {
  const query = url.searchParams.get("all") === "1" ? queryOf(table, readState(table, url)) : "";
  return query ? `${room.url}?${query}` : room.url;
}
