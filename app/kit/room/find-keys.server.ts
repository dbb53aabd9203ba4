import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { sameAs } from "~/kit/data/db/taken.server";
import type { ServedRoom } from "./served.server";
import { foldCode } from "./sheets/known-records.server";
import { fromOf, isLiving, isVisible, keyOf, tableOf, whereOf } from "./source-sql.server";
import { type Source } from "./source.server";

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
  { room, source }: Pick<ServedRoom, "room" | "source">,
  viewer: Viewer,
  codes: readonly string[],
): Promise<Record<string, string>> {
  const code = room.code!;
  const said = codes.flatMap((one) => {
    const ruled = room.fields[code]!.rule.safeParse(one);
    return ruled.success ? [[one, String(ruled.data)] as const] : [];
  });
  const same = await sameAs(
    db(),
    source.kept,
    code,
    said.map(([, one]) => one),
  );
  const found = await sql<{ code: string; key: string }>`
    select ${sql.ref(code)}::text as code, ${keyOf(source)} as key from ${sql.table(source.kept.table)}
    where ${same} and ${isLiving(source)} and ${isVisible(source, viewer)}`.execute(db());
  const keys = new Map<string, string | undefined>();
  for (const row of found.rows) keys.set(foldCode(row.code), keys.has(foldCode(row.code)) ? undefined : row.key);
  return Object.fromEntries(
    said.flatMap(([asked, one]) => {
      const key = keys.get(foldCode(one));
      return key ? [[asked, key]] : [];
    }),
  );
}
