import { contradictingCrs, contradictionWords } from "./sheet-places";
import { sql } from "kysely";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { violatedConstraint } from "~/kit/data/db/failures";
import { db, inTransaction, newKey } from "~/kit/data/db/pool.server";
import { requireAttachment, saveAttachment } from "~/kit/data/attachments/attachments.server";
import type { ReceivedFile } from "~/kit/data/files/upload.server";
import { enqueue } from "~/kit/data/jobs/jobs.server";
import { toActing } from "~/kit/data/jobs/acting-viewer";
import { problem } from "~/kit/ground/problem";
import {
  cancelOnce,
  confirmOnce,
  importOf,
  plainJson,
  readAgain,
  refuseMany,
  takePlace,
} from "~/kit/page/import-flow/import-life.server";
import { refusalOf } from "~/kit/page/import-flow/import-states";
import { type SheetChoices, type SheetImport, sheetStateOf } from "./import-row";
import { dropPlan, keepPlan } from "./plans.server";
import { requireSheet } from "./sheet-registry";
import { dropRows } from "./sheet-rows.server";
import { checkSheetJob, sheetImports, undoSheetJob, writeSheetJob } from "./sheet-steps.server";
import type { Sheet, SheetMode } from "./sheet";

export interface NewSheetImport {
  templateCode: string;
  mode: SheetMode;
  reason?: string;
}

/** Takes a received file in, or an attachment by its fileUuid, and has it checked; answers the import's key. */
export async function startSheetImport(
  viewer: Viewer,
  { choices, ...given }: NewSheetImport & { choices?: SheetChoices },
  file: Pick<ReceivedFile, "path" | "name" | "contentType" | "hash"> | string,
): Promise<string> {
  const sheet = requireImportable(viewer, given.templateCode);
  if (!sheet.modes.includes(given.mode)) throw problem.field("mode", "这个模板不能这样导入，请另选");
  await refuseMany(sheetImports, viewer);
  const fileUuid = typeof file === "string" ? file : await saveAttachment(viewer, file);
  const { fileKey, fileName, size, hash } = await requireAttachment(viewer, fileUuid);
  const importId = newKey();
  await inTransaction(async (trx) => {
    await takePlace(trx, sheetImports, viewer);
    await sql`
      insert into import_batch (import_id, door, kind, template_code, mode, file_name, file_key, file_size, file_hash, reason, choices, created_by, created_by_name)
      values (${importId}, 'sheet', 'import', ${sheet.templateCode}, ${given.mode}, ${fileName}, ${fileKey}, ${size}, ${hash}, ${given.reason ?? null}, ${plainJson({ ...choices, confirmed: viewer.confirmed })}, ${viewer.userId}, ${viewer.userName})`.execute(
      trx,
    );
    await enqueue(checkSheetJob, { importId, viewer: toActing(viewer) }, trx);
  }).catch((error: unknown) => {
    throw violatedConstraint(error) === "import_batch_file_key_fkey" ? problem.missing("附件") : error;
  });
  return importId;
}

export const findSheetImport = (viewer: Viewer, importId: string) =>
  importOf<SheetImport>(sheetImports, viewer, importId);

/** Has the good rows of a checked import written; `wrong` rows must be agreed to be left out. */
export async function confirmSheetImport(viewer: Viewer, importId: string, onlyGood: boolean): Promise<boolean> {
  const row = await findSheetImport(viewer, importId);
  requireImportable(viewer, row.templateCode);
  return confirmOnce(sheetImports, viewer, importId, async (trx) => {
    const { preview, choices } = (await importOf<SheetImport>(sheetImports, viewer, importId, trx)) as SheetImport;
    if (preview?.trouble) throw problem.field("", preview.trouble);
    if (!choices.crs && contradictingCrs(preview?.places))
      throw problem.field("", `${contradictionWords(preview!.places!)}请先在“坐标系”里选择`);
    const { new: fresh = 0, changed = 0, wrong = 0 } = preview?.counts ?? {};
    if (wrong > 0 && !onlyGood)
      throw problem.field("onlyGood", `有 ${wrong} 行有错误。请先改正，或勾选只导入没有错误的行`);
    if (fresh + changed === 0) throw problem.field("", "没有要新增或修改的行");
    if (choices.remember && preview?.match) await keepPlan(trx, viewer, row.templateCode, preview.match, choices);
    await enqueue(writeSheetJob, { importId, viewer: toActing(viewer) }, trx);
    return { orgId: null };
  });
}

/** Checks the file once more by what was chosen by hand. */
export async function recheckSheetImport(viewer: Viewer, importId: string, choices: SheetChoices): Promise<void> {
  const row = await findSheetImport(viewer, importId);
  requireImportable(viewer, row.templateCode);
  await inTransaction(async (trx) => {
    const { state } = await importOf<SheetImport>(sheetImports, viewer, importId, trx, true);
    if (state !== "preview") throw problem.field("", "这个导入已经确认或取消，不能再改列");
    await sql`update import_batch set state = 'waiting', progress = 0, phase = '', preview = null, choices = ${plainJson({ ...row.choices, ...choices })} where import_id = ${importId}`.execute(
      trx,
    );
    await enqueue(checkSheetJob, { importId, viewer: toActing(viewer) }, trx);
  });
}

/** Reads a file without the plan by which it was read, and drops that for all who import such tables. */
export async function forgetPlan(viewer: Viewer, importId: string): Promise<void> {
  const { templateCode, preview } = await findSheetImport(viewer, importId);
  requireImportable(viewer, templateCode);
  if (preview?.plan) await dropPlan(db(), templateCode, preview.plan.planId);
  await recheckSheetImport(viewer, importId, { plan: "none", columns: undefined, constants: {}, meanings: {} });
}

/** Goes on with a failed import: reads the file again, or writes or takes back what is left. */
export async function retrySheetImport(viewer: Viewer, importId: string): Promise<void> {
  const row = await findSheetImport(viewer, importId);
  const sheet = requireImportable(viewer, row.templateCode);
  if (row.undoing && !mayRemoveFresh(viewer, sheet, row))
    throw problem.field("", `继续撤销会删除新增的${sheet.noun}，您没有删除${sheet.noun}的权限`);
  const data = { importId, viewer: toActing(viewer) };
  if (!row.confirmedByName)
    return readAgain(sheetImports, viewer, importId, (trx) => enqueue(checkSheetJob, data, trx));
  await inTransaction(async (trx) => {
    const { state, undoing } = await importOf<SheetImport>(sheetImports, viewer, importId, trx, true);
    if (state === "applying") return;
    if (state !== "failed") throw problem.field("", refusalOf(state));
    await sql`update import_batch set state = 'applying', error = null, phase = '等待继续', finished_at = null where import_id = ${importId}`.execute(
      trx,
    );
    await enqueue(undoing ? undoSheetJob : writeSheetJob, data, trx);
  });
}

/** Gives an import up before it has changed anything; what its check found is no longer kept. */
export async function cancelSheetImport(viewer: Viewer, importId: string): Promise<void> {
  await cancelOnce(sheetImports, viewer, importId);
  await dropRows(db(), importId);
}

/** Has a finished import taken back; twice asked changes nothing and answers false. */
export async function undoSheetImport(viewer: Viewer, importId: string): Promise<boolean> {
  const row = await findSheetImport(viewer, importId);
  const sheet = requireImportable(viewer, row.templateCode);
  if (!mayRemoveFresh(viewer, sheet, row))
    throw problem.field("", `撤销会删除新增的${sheet.noun}，您没有删除${sheet.noun}的权限`);
  return inTransaction(async (trx) => {
    const now = await importOf<SheetImport>(sheetImports, viewer, importId, trx, true);
    if (now.undoing || now.undoneAt) return false;
    if (!canUndo(now)) throw problem.field("", "只有已经导入的才能撤销");
    await sql`update import_batch set state = 'applying', undoing = true, progress = 0, phase = '等待撤销' where import_id = ${importId}`.execute(
      trx,
    );
    await enqueue(undoSheetJob, { importId, viewer: toActing(viewer) }, trx);
    return true;
  });
}

export const canUndo = (row: SheetImport) =>
  row.kind === "import" && ["done", "partial"].includes(sheetStateOf(row)) && row.createdCount + row.changedCount > 0;

/** Whether the viewer may delete what an import has created, where it has. */
export const mayRemoveFresh = (viewer: Viewer, { may }: Sheet, { createdCount }: SheetImport): boolean =>
  createdCount === 0 || !may.remove || allows(viewer, may.remove);

/** The template's sheet, for who may change its records. */
export function requireImportable(viewer: Viewer, templateCode: string): Sheet {
  const sheet = requireSheet(templateCode);
  if (!allows(viewer, sheet.may.write)) throw problem.forbidden(`您没有编辑${sheet.noun}的权限，不能导入`);
  return sheet;
}
