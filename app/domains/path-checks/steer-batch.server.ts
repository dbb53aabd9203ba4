import { sql } from "kysely";
import type { z } from "zod";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction, newKey } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { toActing } from "~/kit/data/jobs/acting-viewer";
import { enqueue } from "~/kit/data/jobs/jobs.server";
import { today } from "~/kit/ground/time/today.server";
import { matchBatchJob } from "./batch.job.server";
import { findBatch } from "./batches.server";
import { type BatchForm, enough } from "./schema";

/** Begins a batch over the viewer's lines in force today: all, or those whose last check was not good or is missing. */
export async function startBatch(viewer: Viewer, { scope, orgId }: z.output<typeof BatchForm>): Promise<string> {
  const batchId = newKey();
  await inTransaction(async (trx) => {
    await trx
      .insertInto("matchBatch")
      .values({ batchId, createdBy: viewer.userId, createdByName: viewer.userName })
      .execute();
    const taken = await sql`
      insert into match_batch_line (batch_id, classify_sid, direction)
      select ${batchId}, c.classify_sid, d.direction from line join line_classify c on c.main_uuid = line.line_uuid and c.deleted_at is null
      join line_version v on v.classify_sid = c.classify_sid and v.deleted_at is null and v.valid @> ${today()}::date
      join lateral (select direction from line_station where version_uuid = v.version_uuid group by direction having count(*) > 1) d on true
      left join line_path p on p.version_uuid = v.version_uuid and p.direction = d.direction
      left join line_match_result r on r.version_uuid = v.version_uuid and r.direction = d.direction and r.path_hash = v.version::text and r.roads_revision = (select revision from road_network_state)
      where line.deleted_at is null and ${inScope(viewer, sql`line.org_id`)} and ${orgId ? sql`line.org_id = ${orgId}` : sql`true`}
        and ${scope === "all" ? sql`true` : sql`(p.version_uuid is null or r.version_uuid is null or r.ratio < ${enough} or r.breaks > 0)`}`.execute(
      trx,
    );
    if (taken.numAffectedRows === 0n) throw problem.field("scope", "没有需要匹配的线路：所选范围内的路径都已检查合格");
    await trx
      .updateTable("matchBatch")
      .set({ total: Number(taken.numAffectedRows) })
      .where("batchId", "=", batchId)
      .execute();
    await enqueue(matchBatchJob, { batchId, viewer: toActing(viewer) }, trx);
  });
  return batchId;
}

/** Pauses, goes on with or cancels a batch; pressed twice it changes nothing more. Left to those who see all of its lines, because it goes on in the name of whoever says so. */
export async function steerBatch(viewer: Viewer, batchId: string, verb: "pause" | "resume" | "cancel"): Promise<void> {
  const found = await findBatch(viewer, batchId);
  const whole = await db()
    .selectFrom("matchBatch")
    .select("total")
    .where("batchId", "=", batchId)
    .executeTakeFirstOrThrow();
  if (found.total < whole.total) throw problem.field("", "这一批还有您机构范围以外的线路，请由发起人暂停、继续或取消");
  const [from, to] = {
    pause: [["waiting", "running"], "paused"] as const,
    resume: [["paused"], "waiting"] as const,
    cancel: [["waiting", "running", "paused"], "cancelled"] as const,
  }[verb];
  await inTransaction(async (trx) => {
    const done = await trx
      .updateTable("matchBatch")
      .set({ state: to, ...(verb === "cancel" && { finishedAt: sql`now()` }) })
      .where("batchId", "=", batchId)
      .where("state", "in", [...from])
      .executeTakeFirst();
    if (verb === "resume" && done.numUpdatedRows > 0n)
      await enqueue(matchBatchJob, { batchId, viewer: toActing(viewer) }, trx);
  });
}
