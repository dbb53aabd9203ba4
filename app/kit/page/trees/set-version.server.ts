import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "~/kit/data/db/pool.server";
import { type Problem, problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";

/** A number that stands for a set of keys: who changes a set sends that of the set they saw. */
export function setVersion(keys: readonly string[]): number {
  return (
    createHash("sha256")
      .update([...keys].sort().join())
      .digest()
      .readUInt32BE() >>> 1
  );
}

interface Sides {
  recordKey: string;
  notes: readonly string[];
  mine: readonly string[];
  theirs: readonly string[];
  titles: ReadonlyMap<string, string>;
}

/** What to throw where a set was saved by someone else meanwhile: both sides by the titles of what each has beyond the other. */
export async function staleSet(on: Database, { recordKey, notes, mine, theirs, titles }: Sides): Promise<Problem> {
  const beyond = (one: readonly string[], other: readonly string[]) => ({
    keys: one.filter((key) => !other.includes(key)).map((key) => titles.get(key) ?? key),
  });
  const last = await sql<{ userName: string; at: Date }>`
    select user_name, at from history where record_key = ${recordKey} and after ?| ${[...notes]} order by history_id desc limit 1`.execute(
    on,
  );
  return problem.stale({
    original: {},
    mine: beyond(mine, theirs),
    theirs: beyond(theirs, mine),
    theirVersion: setVersion(theirs),
    changedBy: last.rows[0]?.userName ?? "其他人",
    changedAt: formatTime(last.rows[0]?.at ?? new Date(), settings().OPERATOR_TIME_ZONE),
  });
}
