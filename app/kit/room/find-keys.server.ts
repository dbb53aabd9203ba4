import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import type { Served } from "./served.server";
import { fromOf, isLiving, isVisible, keyOf, type Source, tableOf, whereOf } from "./source.server";

/** The keys of all that the filters find, at most so many; an error in words beyond. */
export async function findKeys<Row, F>(
  source: Source<Row, F>,
  viewer: Viewer,
  filters: F,
  most: number,
): Promise<string[]> {
  const found = await sql<{
    key: string;
  }>`select ${keyOf(source)} as key from ${fromOf(source)} where ${whereOf(source, viewer, filters)} order by 1 limit ${most + 1}`.execute(
    db(),
  );
  if (found.rows.length > most) throw problem.field("", `结果超过 ${most} 条，请增加筛选条件`);
  return found.rows.map(({ key }) => key);
}

/** Those of the keys whose living records the viewer may see. */
export async function filterVisibleKeys<Row, F>(
  source: Source<Row, F>,
  viewer: Viewer,
  keys: readonly string[],
): Promise<string[]> {
  const found = await sql<{
    key: string;
  }>`select ${keyOf(source)} as key from ${sql.table(tableOf(source).table)} where ${keyOf(source)} = any(${keys}) and ${isLiving(source)} and ${isVisible(source, viewer)} order by 1`.execute(
    db(),
  );
  return found.rows.map(({ key }) => key);
}

/** The keys of the living records with these codes, by code as it was asked for; a code that two have is none's. */
export async function findKeysByCodes(
  { room, source }: Pick<Served, "room" | "source">,
  viewer: Viewer,
  codes: readonly string[],
): Promise<Record<string, string>> {
  const code = room.code!;
  const said = codes.flatMap((one) => {
    const ruled = room.fields[code]!.rule.safeParse(one);
    return ruled.success ? [[one, String(ruled.data)] as const] : [];
  });
  const found = await sql<{ code: string; key: string | null }>`
    select ${sql.ref(code)}::text as code, case when count(*) = 1 then min(${keyOf(source)}) end as key
    from ${sql.table(tableOf(source).table)}
    where ${sql.ref(code)} = any(${said.map(([, one]) => one)}) and ${isLiving(source)} and ${isVisible(source, viewer)} group by 1`.execute(
    db(),
  );
  const keys = new Map(found.rows.map((row) => [row.code, row.key]));
  return Object.fromEntries(said.flatMap(([asked, one]) => (keys.get(one) ? [[asked, keys.get(one)!]] : [])));
}
