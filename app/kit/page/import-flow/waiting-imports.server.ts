import { type RawBuilder, sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { attempt } from "~/kit/ground/problem";
import { cancelOnce, type ImportLife } from "./import-life.server";

const isWaiting = (viewer: Viewer, where: RawBuilder<boolean>) =>
  sql`created_by = ${viewer.userId} and file_key is not null and state in ('waiting', 'reading', 'preview') and ${where}`;

/** How many of the viewer's own imports wait to be read or confirmed. */
export async function countWaiting(life: ImportLife, viewer: Viewer, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from import_batch where door = ${life.door} and ${isWaiting(viewer, where)}`.execute(
    db(),
  );
  return rows[0]!.count;
}

/** Gives all of them up, and answers how many there were; one that is confirmed in between goes on. */
export async function cancelWaiting(life: ImportLife, viewer: Viewer, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{
    importId: string;
  }>`select import_id from import_batch where door = ${life.door} and ${isWaiting(viewer, where)}`.execute(db());
  const ended = await Promise.all(rows.map(({ importId }) => attempt(() => cancelOnce(life, viewer, importId))));
  return ended.filter(({ ok }) => ok).length;
}
