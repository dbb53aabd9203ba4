import { sql } from "kysely";
import { requireOrganisation } from "~/domains/organisations/queries.server";
import type { Viewer } from "~/kernel/access/viewer";
import { type Database, db, inTransaction, newKey } from "~/kernel/db/pool.server";
import { deleteFile, putFile } from "~/kernel/files/files.server";
import { problem } from "~/kernel/http/problem";
import { toActing } from "~/kernel/jobs/acting-viewer";
import { enqueue } from "~/kernel/jobs/jobs.server";
import { applyImportJob, readImportJob } from "./import.job.server";
import type { ImportState, MapImportRow } from "./schema";

/** The newest imports, at most 50. */
export async function listImports(_viewer: Viewer): Promise<MapImportRow[]> {
  const rows = await db().selectFrom("mapImport").select(columns).orderBy("createdAt", "desc").limit(50).execute();
  return rows.map((row) => ({ ...row, preview: null, result: null }) as unknown as MapImportRow);
}

/** One import with its preview or result; throws problem.missing. */
export async function findImport(_viewer: Viewer, importId: string): Promise<MapImportRow> {
  const row = await db().selectFrom("mapImport").select([...columns, "preview", "result"]).where("importId", "=", importId).executeTakeFirst();
  if (!row) throw problem.missing("导入记录");
  return row as unknown as MapImportRow;
}

/** Takes a map file in (the one at `path` is moved) and has it read; answers the import's key. */
export async function startImport(viewer: Viewer, file: { path: string; name: string; size: number; contentType: string }): Promise<string> {
  const fileKey = await putFile(file.path, { name: file.name, contentType: file.contentType, createdBy: viewer.userId });
  const importId = newKey();
  await inTransaction(async (trx) => {
    await trx
      .insertInto("mapImport")
      .values({ importId, fileName: file.name, fileKey, fileSize: file.size, createdBy: viewer.userId, createdByName: viewer.userName })
      .execute();
    await enqueue(readImportJob, { importId, viewer: toActing(viewer) }, trx);
  });
  return importId;
}

/** Confirms a preview: the lines go to the organisation, which may be left out only where no line is new. Confirming twice is harmless. */
export async function confirmImport(viewer: Viewer, importId: string, choice: { orgId?: string }): Promise<void> {
  await inTransaction(async (trx) => {
    const row = await lockImport(trx, importId);
    if (row.state === "applying" || row.state === "done") return;
    if (row.state !== "preview") throw problem.field("", refusalOf(row.state));
    const orgId = choice.orgId || null;
    if (!orgId && (row.preview?.lines.counts.new ?? 0) > 0) throw problem.field("orgId", "请选择线路所属的机构");
    if (orgId) await requireOrganisation(trx, viewer, orgId);
    await trx
      .updateTable("mapImport")
      .set({ state: "applying", progress: 0, phase: "等待导入", orgId, error: null, confirmedAt: sql`now()`, confirmedBy: viewer.userId, confirmedByName: viewer.userName })
      .where("importId", "=", importId)
      .execute();
    await enqueue(applyImportJob, { importId, viewer: toActing(viewer) }, trx);
  });
}

/** Gives an import up before it has changed anything; what is being read stops within seconds. */
export async function cancelImport(_viewer: Viewer, importId: string): Promise<void> {
  const fileKey = await inTransaction(async (trx) => {
    const row = await lockImport(trx, importId);
    if (row.state === "cancelled") return null;
    if (!["waiting", "reading", "preview", "failed"].includes(row.state)) throw problem.field("", refusalOf(row.state));
    await trx.updateTable("mapImport").set({ state: "cancelled", phase: "", preview: null, fileKey: null, finishedAt: sql`now()` }).where("importId", "=", importId).execute();
    return row.fileKey;
  });
  if (fileKey) await deleteFile(fileKey);
}

/** Reads the file of a failed import again, where it is still kept. */
export async function retryImport(viewer: Viewer, importId: string): Promise<void> {
  await inTransaction(async (trx) => {
    const row = await lockImport(trx, importId);
    if (row.state === "waiting" || row.state === "reading") return;
    if (row.state !== "failed" || !row.fileKey) throw problem.field("", row.state === "failed" ? "文件已删除，请重新上传" : refusalOf(row.state));
    await trx.updateTable("mapImport").set({ state: "waiting", progress: 0, phase: "", error: null, preview: null, finishedAt: null }).where("importId", "=", importId).execute();
    await enqueue(readImportJob, { importId, viewer: toActing(viewer) }, trx);
  });
}

/** Whether the file of an import is still there to be read again. */
export async function mayRetry(importId: string): Promise<boolean> {
  const row = await db().selectFrom("mapImport").select(["state", "fileKey"]).where("importId", "=", importId).executeTakeFirst();
  return row?.state === "failed" && row.fileKey !== null;
}

const columns = ["importId", "fileName", "fileSize", "state", "progress", "phase", "orgId", "error", "createdAt", "createdByName", "confirmedByName", "finishedAt"] as const;

async function lockImport(trx: Database, importId: string) {
  const row = await trx.selectFrom("mapImport").select(["state", "fileKey", "preview"]).where("importId", "=", importId).forUpdate().executeTakeFirst();
  if (!row) throw problem.missing("导入记录");
  return row as unknown as { state: ImportState; fileKey: string | null; preview: MapImportRow["preview"] };
}

function refusalOf(state: ImportState): string {
  if (state === "waiting" || state === "reading") return "文件还在读取，请稍候";
  if (state === "applying") return "导入已经开始，不能取消";
  if (state === "done") return "导入已经完成";
  if (state === "cancelled") return "导入已被取消，请重新上传文件";
  return "导入没有成功，请重新读取或重新上传";
}
