import { sql } from "kysely";
import { loadVersionInForce } from "~/domains/line-versions/queries.server";
import { noGain, proposeMatch } from "~/domains/line-matching/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { Problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { checkOne } from "./run-check.server";
import { enough } from "./schema";

interface Waiting {
  classifySid: string;
  direction: 1 | 2;
  versionUuid: string | null;
  mileage: number | null;
  broken: number;
}

/** Works through what still waits; whoever pauses or cancels is heeded between two directions. Begun again, it goes on where it was. */
export async function runBatch(viewer: Viewer, batchId: string, signal: AbortSignal): Promise<void> {
  await db()
    .updateTable("matchBatch")
    .set({ state: "running" })
    .where("batchId", "=", batchId)
    .where("state", "in", ["waiting", "running"])
    .execute();
  for (let next = await waiting(batchId); next; next = await waiting(batchId)) {
    signal.throwIfAborted();
    const began = performance.now();
    const found = await matched(viewer, next);
    await db()
      .updateTable("matchBatchLine")
      .set({ ...found, milliseconds: Math.round(performance.now() - began), at: sql`now()` })
      .where("batchId", "=", batchId)
      .where("classifySid", "=", next.classifySid)
      .where("direction", "=", next.direction)
      .where("state", "=", "waiting")
      .execute();
    await sql`update match_batch set done = (select count(*) from match_batch_line where batch_id = ${batchId} and state <> 'waiting') where batch_id = ${batchId}`.execute(
      db(),
    );
    // Whoever waits for a page goes first.
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await db()
    .updateTable("matchBatch")
    .set({ state: "done", finishedAt: sql`now()` })
    .where("batchId", "=", batchId)
    .where("state", "=", "running")
    .where(sql<boolean>`done = total`)
    .execute();
}

export async function stopBatch(batchId: string): Promise<void> {
  await db()
    .updateTable("matchBatch")
    .set({ state: "paused" })
    .where("batchId", "=", batchId)
    .where("state", "in", ["waiting", "running"])
    .execute();
}

async function waiting(batchId: string): Promise<Waiting | undefined> {
  const found = await sql<Waiting>`
    select b.classify_sid, b.direction, v.version_uuid, p.mileage, coalesce((select count(*)::int from jsonb_array_elements(p.gaps) g where (g ->> 'broken')::boolean), 0) as broken
    from match_batch_line b join match_batch using (batch_id)
    left join line_version v on v.classify_sid = b.classify_sid and v.deleted_at is null and v.valid @> ${today()}::date
    left join line_path p on p.version_uuid = v.version_uuid and p.direction = b.direction
    where b.batch_id = ${batchId} and b.state = 'waiting' and match_batch.state = 'running' order by b.classify_sid, b.direction limit 1`.execute(
    db(),
  );
  return found.rows[0];
}

/** A path that lies on the roads stays; any other gets a proposal for a person to look at. */
async function matched(viewer: Viewer, { classifySid, direction, versionUuid, mileage, broken }: Waiting) {
  if (!versionUuid) return { state: "refused", message: "今天没有生效的版本" };
  if (mileage !== null) {
    const { ratio } = await checkOne(viewer, { classifySid, direction, versionUuid });
    if (ratio >= enough && broken === 0)
      return { state: "done", message: "路径合格，不需要重新匹配", ratio, oldMileage: mileage };
  }
  try {
    const [found] = await proposeMatch(viewer, { classifySid, versionUuid, direction });
    const { gaps, matchRatio, mileage: proposed, proposal, pathSource } = found!;
    const { directions } = await loadVersionInForce(viewer, { classifySid });
    const old = directions.find((one) => one.direction === direction);
    const against = await noGain(viewer, old && mileage !== null ? { points: old.path, gaps: old.gaps } : null, found!);
    const breaks = gaps.filter((gap) => gap.broken).length;
    const confidence = Math.min(1, ...gaps.map((gap) => gap.confidence));
    return {
      state: "done",
      message: against || null,
      ratio: matchRatio,
      confidence,
      breaks,
      oldMileage: mileage,
      mileage: proposed,
      source: pathSource,
      proposal: against ? null : JSON.stringify({ proposal, versionUuid }),
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { state: "refused", message: error.errors[0]?.message ?? error.message };
  }
}
