import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { recordKeyPattern } from "~/kit/ground/key";
import { db } from "~/kit/data/db/pool.server";
import { onceField } from "~/kit/ground/once-field";
import { attempt } from "~/kit/ground/problem";

/** The same form sent twice with the same contents gives the same key; undefined for a form without `once`. */
export async function keyOfPost({ userId }: Viewer, form: FormData): Promise<string | undefined> {
  const once = form.get(onceField);
  if (typeof once !== "string" || !recordKeyPattern.test(once)) return undefined;
  const hash = createHash("sha256")
    .update(JSON.stringify([userId, once, [...form].filter(([, value]) => typeof value === "string")]))
    .digest("hex");
  // Its beginning is a time: keys sort by it.
  const key = once.slice(0, 12) + hash.slice(0, 20);
  return (await lastOf(key))?.action === "delete" ? undefined : key;
}

export async function isAlreadyCreated({ userId }: Viewer, key: string): Promise<boolean> {
  const last = await lastOf(key);
  return last !== undefined && last.action !== "delete" && last.userId === userId;
}

/** Changes a record as a posted form asks: sent twice, the second post finds it done, while a call that repeats a version is told that it is stale. */
export async function changeOnce<Row>(
  update: (version: number | undefined) => Promise<Row>,
  version: number | undefined,
) {
  const done = await attempt(() => update(version));
  const conflict = done.ok ? undefined : done.problem.conflict;
  return conflict && isDeepStrictEqual(asJson(conflict.mine), asJson(conflict.theirs))
    ? attempt(() => update(conflict.theirVersion))
    : done;
}

const asJson = (record: object): unknown => JSON.parse(JSON.stringify(record));

async function lastOf(key: string): Promise<{ action: string; userId: string } | undefined> {
  return (
    await sql<{
      action: string;
      userId: string;
    }>`select action, user_id from history where record_key = ${key} order by record_version desc, at desc limit 1`.execute(
      db(),
    )
  ).rows[0];
}
