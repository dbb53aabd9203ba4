import { type RawBuilder, sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { saveAttachment } from "~/kit/data/attachments/attachments.server";
import { db, inTransaction, newKey } from "~/kit/data/db/pool.server";
import { packFiles } from "~/kit/data/files/pack-files.server";
import type { ReceivedFile } from "~/kit/data/files/upload.server";
import { toActing } from "~/kit/data/jobs/acting-viewer";
import { enqueue } from "~/kit/data/jobs/jobs.server";
import { problem } from "~/kit/ground/problem";
import {
  cancelOnce,
  confirmOnce,
  importOf,
  plainJson,
  refuseMany,
  takePlace,
} from "~/kit/page/import-flow/import-life.server";
import type { ToldKind } from "~/kit/page/import-flow/doors";
import { audioImports, keepClipsJob, readFilesJob } from "./import-steps.server";
import type { AudioImport, AudioImportRow, ClipImportSettings } from "./import-row";

/** Takes in the files of one upload, several or an archive of them, and has them read; answers the import's key. */
export async function startUpload(
  viewer: Viewer,
  given: ClipImportSettings,
  files: readonly ReceivedFile[],
): Promise<string> {
  const [first] = files;
  if (!first) throw problem.field("file", "请选择要上传的声音文件或 zip");
  await refuseMany(audioImports, viewer);
  const isArchive = files.length === 1 && first.contentType === "application/zip";
  const kept = isArchive ? first : { ...(await packFiles(files)), hash: undefined as unknown as string };
  const fileKey = await saveAttachment(viewer, kept);
  const importId = newKey();
  await inTransaction(async (trx) => {
    await takePlace(trx, audioImports, viewer);
    await sql`insert into import_batch (import_id, door, kind, file_name, file_key, file_size, choices, created_by, created_by_name)
      values (${importId}, 'audio', 'upload', ${kept.name}, ${fileKey}, ${kept.size}, ${plainJson(given)}, ${viewer.userId}, ${viewer.userName})`.execute(
      trx,
    );
    await enqueue(readFilesJob, { importId, viewer: toActing(viewer) }, trx);
  });
  return importId;
}

/** Has the names of stations spoken, in the place of what was spoken before where that is named; answers the import's key. */
export async function startSpeaking(
  viewer: Viewer,
  given: ClipImportSettings,
  stations: readonly { staUuid: string | null; text: string; replacesUuid: string | null }[],
): Promise<string> {
  if (stations.length === 0) throw problem.field("", "没有缺少站名语音的站点");
  const importId = newKey();
  const rows = stations.map(({ staUuid, text, replacesUuid }, at) => ({
    row: at + 1,
    sta_uuid: staUuid,
    text,
    replaces_uuid: replacesUuid,
    audio_uuid: newKey(),
  }));
  await inTransaction(async (trx) => {
    await sql`insert into import_batch (import_id, door, kind, file_name, choices, state, phase, created_by, created_by_name, confirmed_by, confirmed_by_name, confirmed_at)
      values (${importId}, 'audio', 'speak', ${`朗读 ${rows.length} 个站名`}, ${plainJson(given)}, 'applying', '等待朗读', ${viewer.userId}, ${viewer.userName}, ${viewer.userId}, ${viewer.userName}, now())`.execute(
      trx,
    );
    await sql`insert into audio_import_row (import_id, row, file_name, sta_uuid, replaces_uuid, text, audio_uuid)
      select ${importId}, row, text, sta_uuid, replaces_uuid, text, audio_uuid from jsonb_to_recordset(${plainJson(rows)}::jsonb) as given (row int, sta_uuid text, replaces_uuid text, text text, audio_uuid text)`.execute(
      trx,
    );
    await enqueue(keepClipsJob, { importId, viewer: toActing(viewer) }, trx);
  });
  return importId;
}

export const findImport = (viewer: Viewer, importId: string) => importOf<AudioImport>(audioImports, viewer, importId);

/** Has the good files made clips; those that are not must be agreed to be left out. Answers false where that was done before. */
export async function confirmUpload(viewer: Viewer, importId: string, onlyGood: boolean): Promise<boolean> {
  await findImport(viewer, importId);
  return confirmOnce(audioImports, viewer, importId, async (trx) => {
    const { good, open, faulty } = await countRows(importId);
    if (open + faulty > 0 && !onlyGood)
      throw problem.field("onlyGood", `有 ${open + faulty} 个文件不能导入。请先改正，或勾选只导入没有问题的`);
    if (good === 0) throw problem.field("", "没有可以导入的文件");
    await enqueue(keepClipsJob, { importId, viewer: toActing(viewer) }, trx);
    return { orgId: null };
  });
}

export async function cancelUpload(viewer: Viewer, importId: string): Promise<void> {
  await cancelOnce(audioImports, viewer, importId);
  await sql`delete from audio_import_row where import_id = ${importId} and outcome is null`.execute(db());
}

export interface RowCounts {
  rows: number;
  good: number;
  open: number;
  faulty: number;
  doubled: number;
  skipped: number;
  forStations: number;
  replacing: number;
}

/** How many files stand how: `open` fit several and wait for a person. */
export async function countRows(importId: string): Promise<RowCounts> {
  const { rows } = await sql<RowCounts>`
    select count(*) as rows, count(*) filter (where fault is null and text is not null and not is_skipped) as good,
      count(*) filter (where fault is null and text is null and not is_skipped) as open, count(*) filter (where fault is not null) as faulty,
      count(*) filter (where doubles is not null) as doubled, count(*) filter (where is_skipped) as skipped,
      count(*) filter (where sta_uuid is not null and fault is null) as for_stations, count(*) filter (where replaces_uuid is not null) as replacing
    from audio_import_row where import_id = ${importId}`.execute(db());
  return rows[0]!;
}

export const rowsShown = 100;

/** One page of an import's files; those that need a person first. */
export async function rowsOf(
  importId: string,
  page: number,
): Promise<(AudioImportRow & { staSelfCode: string | null })[]> {
  const { rows } = await sql<AudioImportRow & { staSelfCode: string | null }>`
    select one.row, one.file_name, one.file_key, one.facts, one.fault, one.sta_uuid, one.replaces_uuid, one.text, one.why, one.doubles, one.is_skipped, one.audio_uuid, one.outcome, station.sta_self_code
    from audio_import_row one left join station using (sta_uuid) where import_id = ${importId}
    order by (fault is null and text is null and not is_skipped) desc, (doubles is not null) desc, fault is null, row limit ${rowsShown} offset ${(page - 1) * rowsShown}`.execute(
    db(),
  );
  return rows;
}

const kinds: Record<ToldKind, RawBuilder<unknown>> = {
  wrong: sql`(fault is not null or (text is null and not is_skipped))`,
  new: sql`fault is null and text is not null and not is_skipped and replaces_uuid is null`,
  changed: sql`fault is null and text is not null and not is_skipped and replaces_uuid is not null`,
  same: sql`fault is null and is_skipped`,
  folded: sql`false`,
  refused: sql`outcome = 'refused'`,
};

type FoundRow = Pick<AudioImportRow, "row" | "fileName" | "text" | "fault" | "why"> & { staSelfCode: string | null };

/** One page of an import's files of one kind, in the order of the upload. */
export async function rowsOfKind(
  importId: string,
  kind: ToldKind,
  { page, size }: { page: number; size: number },
): Promise<{ list: FoundRow[]; total: number }> {
  const these = sql`import_id = ${importId} and ${kinds[kind]}`;
  const [found, counted] = await Promise.all([
    sql<FoundRow>`select one.row, one.file_name, one.text, one.fault, one.why, station.sta_self_code
      from audio_import_row one left join station using (sta_uuid) where ${these} order by row limit ${size} offset ${(page - 1) * size}`.execute(
      db(),
    ),
    sql<{ total: number }>`select count(*)::int as total from audio_import_row where ${these}`.execute(db()),
  ]);
  return { list: found.rows, total: counted.rows[0]!.total };
}
