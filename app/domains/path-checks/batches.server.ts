import { type RawBuilder, sql } from "kysely";
import { acceptMatch } from "~/domains/line-matching/queries.server";
import { requireVariant } from "~/domains/line-versions/queries.server";
import { readLineView } from "~/domains/parameters/queries.server";
import { directionName } from "~/domains/parameters/schema";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction, newKey } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { toActing } from "~/kit/data/jobs/acting-viewer";
import { enqueue } from "~/kit/data/jobs/jobs.server";
import { isoTime } from "~/kit/room/source.server";
import { today } from "~/kit/ground/time/today.server";
import { matchBatchJob } from "./batch.job.server";
import { enough } from "./schema";

export interface BatchRow {
  batchId: string;
  state: string;
  total: number;
  done: number;
  refused: number;
  proposals: number;
  createdBy: string;
  createdByName: string;
  createdAt: string;
  finishedAt: string | null;
}

export interface BatchLineRow {
  classifySid: string;
  lineUuid: string;
  lineName: string;
  classifyName: string;
  sortType: number;
  direction: number;
  directionName: string;
  state: string;
  source: string | null;
  ratio: number | null;
  confidence: number | null;
  breaks: number | null;
  oldMileage: number | null;
  mileage: number | null;
  message: string | null;
  proposed: boolean;
  milliseconds: number | null;
}

const columns = sql`b.batch_id, b.state, b.created_by, b.created_by_name, ${isoTime(sql`b.created_at`)} as created_at, ${isoTime(sql`b.finished_at`)} as finished_at, counted.*`;

/** Batches with the figures of those of their lines that the viewer may see; where there are none the batch is not there. */
function batchesSeen(viewer: Viewer, which: RawBuilder<unknown>) {
  const own =
    viewer.orgScope === "all"
      ? sql``
      : sql`join line_classify c using (classify_sid) join line on line.line_uuid = c.main_uuid and ${inScope(viewer, sql`line.org_id`)}`;
  return sql<BatchRow>`
    select ${columns} from match_batch b cross join lateral (
      select count(*)::int as total, count(*) filter (where l.state <> 'waiting')::int as done, count(*) filter (where l.state = 'refused')::int as refused,
        count(*) filter (where l.state = 'done' and l.proposal is not null)::int as proposals
      from match_batch_line l ${own} where l.batch_id = b.batch_id) counted
    where counted.total > 0 and ${which} order by b.created_at desc limit 50`.execute(db());
}

export const listBatches = async (viewer: Viewer) => (await batchesSeen(viewer, sql`true`)).rows;

export async function findBatch(viewer: Viewer, batchId: string): Promise<BatchRow> {
  const [row] = (await batchesSeen(viewer, sql`b.batch_id = ${batchId}`)).rows;
  if (!row) throw problem.missing("批量匹配");
  return row;
}

/** Its directions that the viewer may see, proposals first, the least sure ones before the others. */
export async function linesOfBatch(
  viewer: Viewer,
  batchId: string,
  page: number,
  size: number,
): Promise<{ rows: BatchLineRow[]; total: number }> {
  const from = sql`match_batch_line b join line_classify c using (classify_sid) join line on line.line_uuid = c.main_uuid where b.batch_id = ${batchId} and ${inScope(viewer, sql`line.org_id`)}`;
  const [view, found, count] = await Promise.all([
    readLineView(),
    sql<Omit<BatchLineRow, "directionName"> & { lineType: number }>`
      select b.classify_sid, line.line_uuid, line.line_name, line.line_type, c.classify_name, c.sort_type, b.direction, b.state, b.source, b.ratio, b.confidence, b.breaks, b.old_mileage, b.mileage, b.message, b.proposal is not null as proposed, b.milliseconds
      from ${from} order by ${worstFirst}, line.name_order, b.classify_sid, b.direction limit ${size} offset ${(page - 1) * size}`.execute(
      db(),
    ),
    sql<{ total: number }>`select count(*)::int as total from ${from}`.execute(db()),
  ]);
  return {
    rows: found.rows.map(({ lineType, ...row }) => ({
      ...row,
      directionName: directionName(lineType, row.direction, view),
    })),
    total: count.rows[0]!.total,
  };
}

const worstFirst: RawBuilder<unknown> = sql`case when b.state = 'done' and b.proposal is not null then 0 when b.state = 'refused' then 1 when b.state = 'waiting' then 3 else 2 end, b.ratio nulls first, b.confidence nulls first`;

/** Begins a batch over the viewer's lines in force today: all, or those whose last check was not good or is missing. */
export async function startBatch(
  viewer: Viewer,
  { scope, orgId }: { scope: "all" | "doubtful"; orgId?: string | null },
): Promise<string> {
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
  const seen = await findBatch(viewer, batchId);
  const whole = await db()
    .selectFrom("matchBatch")
    .select("total")
    .where("batchId", "=", batchId)
    .executeTakeFirstOrThrow();
  if (seen.total < whole.total) throw problem.field("", "这一批还有您机构范围以外的线路，请由发起人暂停、继续或取消");
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

/** Saves a proposal of a batch into the draft of its variant, if it still is what the batch found; else says so. */
export async function acceptProposal(
  viewer: Viewer,
  batchId: string,
  classifySid: string,
  direction: 1 | 2,
): Promise<void> {
  await requireVariant(viewer, { classifySid });
  const row = await db()
    .selectFrom("matchBatchLine")
    .select(["proposal", "state"])
    .where("batchId", "=", batchId)
    .where("classifySid", "=", classifySid)
    .where("direction", "=", direction)
    .executeTakeFirst();
  const kept = row?.proposal as { proposal: string; versionUuid: string } | null | undefined;
  if (!kept || row!.state !== "done") throw problem.field("", "这个结果已处理，或没有可采用的路径");
  await acceptMatch(viewer, { classifySid, versionUuid: kept.versionUuid, direction, proposal: kept.proposal });
  await settle(batchId, classifySid, direction, "accepted");
}

export async function rejectProposal(
  viewer: Viewer,
  batchId: string,
  classifySid: string,
  direction: 1 | 2,
): Promise<void> {
  await requireVariant(viewer, { classifySid });
  await settle(batchId, classifySid, direction, "rejected");
}

async function settle(
  batchId: string,
  classifySid: string,
  direction: number,
  state: "accepted" | "rejected",
): Promise<void> {
  await db()
    .updateTable("matchBatchLine")
    .set({ state })
    .where("batchId", "=", batchId)
    .where("classifySid", "=", classifySid)
    .where("direction", "=", direction)
    .where("state", "=", "done")
    .execute();
}
