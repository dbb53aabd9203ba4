import { sql } from "kysely";
import { groupBy } from "~/kit/ground/group-by";
import { type Database, db } from "~/kit/data/db/pool.server";
import type { TurnRule } from "~/transit/roads/turn-rule";
import type { RoadCounts } from "./schema";

/** The rules of turning of one file, and every relation that it names, also those that give no rule. */
export interface TurnsOfFile {
  rules: readonly TurnRule[];
  relationIds: readonly number[];
}

export interface TurnPlan {
  write: Map<number, TurnRule[]>;
  remove: number[];
  counts: RoadCounts;
}

/** Compares a file's rules with the stored ones; one that the file lacks is gone where the file has all its ways whole. */
export async function planTurns(turns: TurnsOfFile, whole: ReadonlySet<number>, on: Database): Promise<TurnPlan> {
  const stored = groupBy(await storedRules(on), ({ relationId }) => relationId);
  const plan: TurnPlan = { write: new Map(), remove: [], counts: { new: 0, changed: 0, unchanged: 0, closed: 0 } };
  const read = groupBy(turns.rules, ({ relationId }) => relationId);
  for (const [relationId, rules] of read) {
    const known = stored.get(relationId);
    if (known && JSON.stringify(known) === JSON.stringify(rules)) plan.counts.unchanged++;
    else {
      plan.write.set(relationId, rules);
      plan.counts[known ? "changed" : "new"]++;
    }
  }
  const named = new Set(turns.relationIds);
  for (const [relationId, rules] of stored) {
    const missed = named.size > 0 && rules.every(({ ways }) => ways.every((way) => whole.has(way)));
    if (!read.has(relationId) && (named.has(relationId) || missed)) plan.remove.push(relationId);
  }
  plan.counts.closed = plan.remove.length;
  return plan;
}

export async function writeTurns(trx: Database, { write, remove }: Pick<TurnPlan, "write" | "remove">): Promise<void> {
  const gone = [...remove, ...write.keys()];
  if (gone.length > 0) await sql`delete from road_turn where relation_id = any(${gone}::bigint[])`.execute(trx);
  const rows = [...write].map(([relationId, rules]) => ({ relationId, rules }));
  if (rows.length === 0) return;
  await sql`
    insert into road_turn (relation_id, rules)
    select "relationId", rules from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("relationId" bigint, rules jsonb)`.execute(
    trx,
  );
}

export async function storedRules(on: Database = db()): Promise<TurnRule[]> {
  const found = await sql<{ rules: TurnRule[] }>`select rules from road_turn order by relation_id`.execute(on);
  return found.rows.flatMap(({ rules }) =>
    rules.map(({ relationId, only, ways, nodes }) => ({ relationId, only, ways, nodes })),
  );
}
