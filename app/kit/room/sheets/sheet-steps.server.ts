import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { releaseFile } from "~/kit/data/attachments/attachments.server";
import { type ActingViewer, fromActing, toActing } from "~/kit/data/jobs/acting-viewer";
import { defineJob } from "~/kit/data/jobs/job";
import { readApart } from "~/kit/ground/files/read-apart.server";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { type ImportLife, plainJson } from "~/kit/page/import-flow/import-life.server";
import { failImport, keepPreview, runStep, type Step } from "~/kit/page/import-flow/import-step.server";
import type { SheetImport, SheetPreview } from "./import-row";
import { placeOffsets } from "./place-offsets.server";
import { countRows } from "./sheet-rows.server";
import type { SheetStep, SheetMessage } from "./sheet-worker.server";

/** An import is seen by who made it, and by those who see everything. */
export const sheetImports: ImportLife = {
  door: "sheet",
  own: sql`kind, template_code, mode, file_hash, choices, reason, row_count, bad_count, created_count, changed_count, same_count, refused_count, kept_count, undoing, undone_at, undone_by_name, ms`,
  visible: (viewer) => sql<boolean>`(one.created_by = ${viewer.userId} or ${viewer.orgScope === "all"})`,
  letGo: (_, fileKey) => releaseFile(db(), fileKey),
  partlyWritten: "这个导入可能已经写入了一部分行，不能取消：请先点“继续”写完，再撤销导入",
};

export interface SheetJobData {
  importId: string;
  viewer: ActingViewer;
}

const givenUp = ({ importId }: SheetJobData) =>
  failImport(sheetImports, importId, "处理多次中断，已停止。已经处理的行保留；请点“继续”，从停下的地方接着处理");

export const checkSheetJob = defineJob<SheetJobData>(
  "sheets.check",
  ({ importId, viewer }, signal) => countedRows(importId, check(fromActing(viewer), importId, signal)),
  { givenUp, title: "检查导入的表格" },
);
export const writeSheetJob = defineJob<SheetJobData>(
  "sheets.write",
  ({ importId, viewer }, signal) => countedRows(importId, write(fromActing(viewer), importId, signal, "write")),
  { givenUp, title: "导入表格" },
);
export const undoSheetJob = defineJob<SheetJobData>(
  "sheets.undo",
  ({ importId, viewer }, signal) => countedRows(importId, write(fromActing(viewer), importId, signal, "undo")),
  { givenUp, title: "撤销导入的表格" },
);

export const sheetJobs = [checkSheetJob, writeSheetJob, undoSheetJob] as const;

/** What the log of jobs says of a step: the rows of its file. */
async function countedRows(importId: string, step: Promise<void>): Promise<{ rows: number }> {
  await step;
  const found = await sql<{
    rowCount: number;
  }>`select row_count from import_batch where import_id = ${importId}`.execute(db());
  return { rows: found.rows[0]?.rowCount ?? 0 };
}

const faultOf = (error: unknown) =>
  error instanceof FileFault ? { message: error.message, forget: false } : undefined;

class FileFault extends Error {}

function check(viewer: Viewer, importId: string, stop: AbortSignal): Promise<void> {
  return runStep<SheetImport>(
    sheetImports,
    importId,
    { from: ["waiting", "reading"], state: "reading", stop, faultOf },
    async (step) => {
      const began = Date.now();
      const { planned, ...preview } = (await apart(step, viewer, "check"))!;
      const { counts } = preview;
      await sql`
      update import_batch set choices = choices || ${plainJson(planned ?? {})}::jsonb, row_count = ${counts.new + counts.changed + counts.same + counts.wrong + (counts.folded ?? 0)}, bad_count = ${counts.wrong}, ms = ${Date.now() - began}
      where import_id = ${importId}`.execute(db());
      const places = step.row.choices.crs ? undefined : await placeOffsets(viewer, importId);
      await keepPreview(sheetImports, importId, {
        ...preview,
        places,
        before: await earlierImport(step.row, preview.sheet),
      });
    },
  );
}

function write(viewer: Viewer, importId: string, stop: AbortSignal, what: "write" | "undo"): Promise<void> {
  return runStep<SheetImport>(
    sheetImports,
    importId,
    // What is written lies in the database since it was checked.
    { from: ["applying"], state: "applying", stop, faultOf, withoutFile: true },
    async (step) => {
      const began = Date.now();
      await apart(step, viewer, what);
      const { created, altered, same, wrong, refused, kept } = await countRows(db(), importId);
      await (
        what === "undo"
          ? sql`update import_batch set state = 'done', progress = 1, phase = '', undoing = false, undone_at = now(), undone_by_name = ${viewer.userName}, kept_count = ${kept}
          where import_id = ${importId} and state = 'applying'`
          : sql`update import_batch set state = 'done', progress = 1, phase = '', created_count = ${created}, changed_count = ${altered}, same_count = ${same},
          bad_count = ${wrong}, refused_count = ${refused}, ms = ${Date.now() - began}, finished_at = now()
          where import_id = ${importId} and state = 'applying'`
      ).execute(db());
    },
  );
}

/** Who checks a file mostly corrects and confirms it soon after, and its thread loads all rooms for half a second. */
const program = { name: "sheet-import-worker", entry: "app/sheets.worker.ts", folders: ["app"], keptFor: 120_000 };
const limits = { milliseconds: 4_800_000, heap: 300 };

/** The step in a thread of its own, so that other people's pages are answered meanwhile. */
async function apart(
  { row, report, signal }: Step<SheetImport>,
  viewer: Viewer,
  step: SheetStep,
): Promise<Omit<SheetPreview, "before"> | undefined> {
  const given = { step, importId: row.importId, viewer: toActing({ ...viewer, confirmed: row.choices.confirmed }) };
  const tooHeavy = (megabytes: number) => new FileFault(`处理需要的内存超过 ${megabytes} MB，请拆分后上传`);
  const tooSlow = () => new FileFault("处理时间过长，已停止，请把文件拆小，分几次导入");
  let preview: Omit<SheetPreview, "before"> | undefined;
  for await (const message of readApart<SheetMessage>(program, { given, ...limits, signal, tooSlow, tooHeavy })) {
    if (message.kind === "fault") throw new FileFault(message.message);
    if (message.kind === "progress") await report(message.done, message.phase);
    else if (message.kind === "checked") preview = message.preview;
  }
  return preview;
}

/** When the same file was imported before, of a workbook the same sheet, and not taken back. */
async function earlierImport(
  { importId, fileHash, templateCode }: SheetImport,
  sheet: string | undefined,
): Promise<SheetPreview["before"]> {
  const found = await sql<{ importId: string; finishedAt: Date; createdByName: string }>`
    select import_id, finished_at, created_by_name from import_batch
    where door = 'sheet' and kind = 'import' and file_hash = ${fileHash} and template_code = ${templateCode} and state = 'done' and undone_at is null and import_id <> ${importId}
      and (preview is null or preview ->> 'sheet' is not distinct from ${sheet ?? null})
    order by finished_at desc limit 1`.execute(db());
  const [before] = found.rows;
  return (
    before && {
      importId: before.importId,
      at: formatTime(before.finishedAt, settings().OPERATOR_TIME_ZONE),
      by: before.createdByName,
    }
  );
}
