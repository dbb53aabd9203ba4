import { createHash } from "node:crypto";
import { data } from "@remix-run/node";
import { sql } from "kysely";
import type { Database } from "~/kit/data/db/pool.server";
import { again, readForm, refused } from "~/kit/page/forms/read-form";
import { attempt, type Problem, problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { readTicked } from "./read-ticked.server";
import { Ticked } from "./tick-screen";
import type { TickNode } from "./tick-tree";
import { treeRows } from "./tree";

interface Ticking {
  tree: readonly TickNode[];
  /** What is ticked now: a disabled box is not sent, and stays as it is. */
  keys: readonly string[];
  alone?: boolean;
}

/** The action of a `TickScreen`: reads what is ticked, saves it, and answers the form again where that is refused. */
export async function handleTicks(
  request: Request,
  { tree, keys, alone }: Ticking,
  save: (keys: string[], version?: number) => Promise<Response>,
) {
  const sent = alone ? await readForm(request, Ticked) : await readTicked(request, Ticked, "keys", tree);
  if (sent.status !== "success") return again(sent);
  const fixed = new Set(
    treeRows(tree)
      .filter(({ node }) => node.disabled)
      .map(({ node }) => node.id),
  );
  const wanted = [...sent.value.keys.filter((key) => !fixed.has(key)), ...keys.filter((key) => fixed.has(key))];
  const done = await attempt(() => save(wanted, sent.value.version));
  if (done.ok) return done.value;
  const { conflict, message } = done.problem;
  if (!conflict) return again(refused(sent, { message, errors: [{ path: "keys", message }] }));
  return data({ reply: { ...sent.reply, status: "error" as const, error: {} }, conflict }, { status: 409 });
}

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
