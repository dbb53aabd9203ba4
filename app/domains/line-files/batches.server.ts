import { sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction, newKey } from "~/kit/data/db/pool.server";
import { toActing } from "~/kit/data/jobs/acting-viewer";
import { enqueue } from "~/kit/data/jobs/jobs.server";
import { problem } from "~/kit/ground/problem";
import { isoTime } from "~/kit/data/db/iso-time";
import { generateFilesJob } from "./batch.job.server";
import { requireRecipe } from "./file-verbs.server";
import { endBatch } from "./run-batch.server";
import { listStandings, type VariantStanding } from "./standing.server";

export type BatchScope = "outdated" | "missing" | "draft" | "all";

export interface Batch {
  batchUuid: string;
  state: string;
  total: number;
  done: number;
  refused: number;
  createdByName: string;
  createdAt: string;
}

export interface BatchLine {
  classifySid: string;
  lineName: string;
  classifyName: string;
  state: string;
  fileUuid: string | null;
  fileVersion: string | null;
  message: string | null;
  warnings: number;
  /** Why it was refused, at most 50. */
  errors: { message: string }[];
}

/** Begins to generate the files of the viewer's lines that need it. */
export async function startBatch(
  viewer: Viewer,
  { scope, orgId, versionUuid }: { scope: BatchScope; orgId?: string | null; versionUuid?: string | null },
): Promise<string> {
  const wanted = (await listStandings(viewer, { orgId: orgId ?? undefined })).filter((one) => isWanted(scope, one));
  if (wanted.length === 0) throw problem.field("scope", "所选范围内没有需要生成的线路文件");
  if (!versionUuid && wanted.some(({ fileUuid, draftUuid }) => !fileUuid && !draftUuid))
    throw problem.field("versionUuid", "有的线路还没有文件，请选择它们使用的公共语音版本");
  const batchUuid = newKey();
  await inTransaction(async (trx) => {
    if (versionUuid) await requireRecipe(trx, versionUuid);
    const by = { createdBy: viewer.userId, createdByName: viewer.userName };
    await trx
      .insertInto("lineFileBatch")
      .values({ batchUuid, scope, versionUuid, total: wanted.length, ...by })
      .execute();
    await trx
      .insertInto("lineFileBatchLine")
      .values(wanted.map(({ classifySid }, at) => ({ batchUuid, classifySid, serial: at + 1 })))
      .execute();
    await enqueue(generateFilesJob, { batchUuid, viewer: toActing(viewer) }, trx);
  });
  return batchUuid;
}

function isWanted(scope: BatchScope, { standing, draftUuid }: VariantStanding): boolean {
  if (scope === "outdated") return standing === "outdated";
  if (scope === "missing") return standing === "none";
  return scope === "draft" ? draftUuid !== null : standing !== "current" || draftUuid !== null;
}

const fromVisibleLines = (viewer: Viewer) =>
  sql`line_file_batch_line l join line_classify c using (classify_sid) join line on line.line_uuid = c.main_uuid and ${inScope(viewer, sql`line.org_id`)}`;

/** The last batches with the figures of those of their lines that the viewer sees. */
export async function listBatches(viewer: Viewer, batchUuid?: string): Promise<Batch[]> {
  const { rows } = await sql<Batch>`
    select b.batch_uuid, b.state, b.created_by_name, ${isoTime(sql`b.created_at`)} as created_at, counted.* from line_file_batch b cross join lateral (
      select count(*)::int as total, count(*) filter (where l.state <> 'waiting')::int as done, count(*) filter (where l.state = 'refused')::int as refused
      from ${fromVisibleLines(viewer)} where l.batch_uuid = b.batch_uuid) counted
    where counted.total > 0 and ${batchUuid ? sql`b.batch_uuid = ${batchUuid}` : sql`true`} order by b.created_at desc limit 50`.execute(
    db(),
  );
  return rows;
}

export async function findBatch(viewer: Viewer, batchUuid: string): Promise<Batch> {
  const [batch] = await listBatches(viewer, batchUuid);
  if (!batch) throw problem.missing("批量生成");
  return batch;
}

/** Its lines, those that were refused first. */
export async function linesOfBatch(viewer: Viewer, batchUuid: string): Promise<BatchLine[]> {
  const { rows } = await sql<BatchLine>`
    select l.classify_sid, line.line_name, c.classify_name, l.state, l.file_uuid, l.file_version, l.message, l.warnings, l.errors from ${fromVisibleLines(viewer)}
    where l.batch_uuid = ${batchUuid} order by array_position(array['refused', 'waiting', 'done'], l.state), l.serial limit 2000`.execute(
    db(),
  );
  return rows;
}

/** Left to whoever sees all of its lines; what is generated stays. */
export async function cancelBatch(viewer: Viewer, batchUuid: string): Promise<void> {
  const found = await findBatch(viewer, batchUuid);
  const { total } = await db()
    .selectFrom("lineFileBatch")
    .select("total")
    .where("batchUuid", "=", batchUuid)
    .executeTakeFirstOrThrow();
  if (found.total < total) throw problem.field("", "这一批还有您机构范围以外的线路，请由发起人取消");
  await endBatch(batchUuid, "cancelled");
}
