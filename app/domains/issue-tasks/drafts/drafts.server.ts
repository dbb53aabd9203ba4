import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, newKey } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import type { FileKind } from "../words";
import type { HowValues, WhomValues } from "./forms";

/** A task in the making, step by step; only its author knows of it. */
export interface Draft {
  draftUuid: string;
  createdAt: Date;
  task: { taskType: FileKind; files?: string[]; whom?: WhomValues; how?: HowValues };
}

const keptDays = 7;

export async function beginDraft(viewer: Viewer, taskType: FileKind, files?: string[]): Promise<string> {
  const draftUuid = newKey();
  await sql`delete from issue_draft where created_at < now() - ${keptDays} * interval '1 day'`.execute(db());
  await db()
    .insertInto("issueDraft")
    .values({ draftUuid, createdBy: viewer.userId, task: JSON.stringify({ taskType, files }) })
    .execute();
  return draftUuid;
}

export async function listDrafts(viewer: Viewer): Promise<Draft[]> {
  const { rows } = await sql<Draft>`
    select draft_uuid, created_at, task from issue_draft where created_by = ${viewer.userId} and created_at > now() - ${keptDays} * interval '1 day' order by created_at desc limit 20`.execute(
    db(),
  );
  return rows;
}

export async function requireDraft(viewer: Viewer, draftUuid: string | undefined): Promise<Draft> {
  const { rows } = await sql<Draft>`
    select draft_uuid, created_at, task from issue_draft where draft_uuid = ${draftUuid ?? ""} and created_by = ${viewer.userId}`.execute(
    db(),
  );
  if (!rows[0]) throw problem.missing("新任务", { words: "这个新任务已经建好，或已过期，请重新开始" });
  return rows[0];
}

export async function saveDraft(draft: Draft, part: Partial<Draft["task"]>): Promise<void> {
  await sql`update issue_draft set task = ${JSON.stringify({ ...draft.task, ...part })}::jsonb where draft_uuid = ${draft.draftUuid}`.execute(
    db(),
  );
}

export async function endDraft({ draftUuid }: Pick<Draft, "draftUuid">): Promise<void> {
  await db().deleteFrom("issueDraft").where("draftUuid", "=", draftUuid).execute();
}
