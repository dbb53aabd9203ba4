import { sql, type Transaction } from "kysely";
import { requireVariant } from "~/domains/line-versions/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, deleteRecords, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { lockRows } from "~/kit/room/source.server";
import { makeNodes } from "~/transit/announcements/make-nodes";
import type { Node } from "~/transit/announcements/model";
import { fileRecord, fileSource, holdDraft, requireFile, type StoredFile } from "./file-record.server";
import { refuseHeld } from "./issued.server";
import { readLineInput } from "./line-input.server";
import { saveNodes } from "./node-rows.server";
import { type RefreshedNodes, refreshNodes } from "./refresh-nodes.server";
import type { FileRow } from "./schema";

export interface FileValues {
  fileUuid?: string;
  classifySid: string;
  versionUuid: string;
  remark?: string | null;
}

/** Begins a draft with the nodes of the variant's stations. */
export const addFile = async (viewer: Viewer, values: FileValues): Promise<FileRow> =>
  requireFile(viewer, await addDraft(viewer, values));

export const addDraft = (viewer: Viewer, values: FileValues): Promise<string> =>
  inTransaction((trx) =>
    beginDraft(trx, viewer, values, async () => makeNodes(await readLineInput(trx, values.classifySid))),
  );

export async function beginDraft(
  trx: Transaction<DB>,
  viewer: Viewer,
  values: FileValues,
  nodesOf: () => Promise<readonly Node[]>,
): Promise<string> {
  await requireVariant(viewer, { classifySid: values.classifySid }, trx, true).catch(() => {
    throw problem.field("classifySid", "线路分类不存在，或不在您的机构范围内，请重新选择");
  });
  await requireRecipe(trx, values.versionUuid);
  const nodes = await nodesOf();
  const counts = { nodeCount: nodes.length, audioCount: countClips(nodes) };
  const { fileUuid } = await createRecord<{ fileUuid: string }>(trx, viewer, fileRecord, { ...values, ...counts });
  if (!values.fileUuid || !(await hasNodes(trx, fileUuid))) await saveNodes(trx, fileUuid, [], nodes);
  return fileUuid;
}

function countClips(nodes: readonly Node[]): number {
  const items = nodes.flatMap(({ playlists }) => playlists.flatMap((playlist) => playlist.items));
  return new Set(items.flatMap((item) => ("audioUuid" in item ? [item.audioUuid] : []))).size;
}

/** The same add sent twice finds its nodes. */
async function hasNodes(trx: Transaction<DB>, fileUuid: string): Promise<boolean> {
  const { rows } = await sql`select from line_file_node where file_uuid = ${fileUuid} limit 1`.execute(trx);
  return rows.length > 0;
}

const countNodes = (trx: Transaction<DB>, fileUuid: string) =>
  sql`update line_file set node_count = (select count(*) from line_file_node n where n.file_uuid = line_file.file_uuid),
    audio_count = (select count(distinct a.audio_uuid) from line_file_node_audio a join line_file_node n using (node_uuid) where n.file_uuid = line_file.file_uuid)
    where file_uuid = ${fileUuid}`.execute(trx);

export async function requireRecipe(on: Database, versionUuid: string): Promise<void> {
  const { rows } =
    await sql`select from voice_version where version_uuid = ${versionUuid} and is_valid and deleted_at is null`.execute(
      on,
    );
  if (rows.length === 0) throw problem.field("versionUuid", "公共语音版本不存在或已停用，请重新选择");
}

/** Changes recipe or remark of a draft, and makes its nodes anew where `refresh` is said. */
export async function updateFile(
  viewer: Viewer,
  fileUuid: string,
  { refresh, ...changes }: { versionUuid?: string; remark?: string | null; refresh?: boolean },
  version?: number,
): Promise<FileRow & { refreshed?: RefreshedNodes }> {
  await inTransaction(async (trx) => {
    const file = await holdDraft(trx, viewer, fileUuid, version);
    if (changes.versionUuid && changes.versionUuid !== file.versionUuid) await requireRecipe(trx, changes.versionUuid);
    await updateRecord(trx, viewer, fileRecord, fileUuid, changes, version);
  });
  const refreshed = refresh ? await refreshNodes(viewer, fileUuid) : undefined;
  return { ...(await requireFile(viewer, fileUuid)), ...(refreshed && { refreshed }) };
}

/** Puts files away, all or none; one that vehicles have been given stays. */
export async function deleteFiles(viewer: Viewer, keys: string[]): Promise<void> {
  await inTransaction(async (trx) => {
    const files = await lockRows<StoredFile>(trx, fileSource, viewer, keys);
    const issued = files.find(({ state }) => state === 2);
    if (issued) throw problem.used(`线路文件 ${issued.fileVersion} 已下发，不能删除`);
    await refuseHeld(trx, keys);
    await deleteRecords(trx, viewer, fileRecord, keys);
  });
}

/** Removes what was generated and makes the file a draft again; refused while vehicles have it or the variant has another draft. */
export async function ungenerateFile(viewer: Viewer, fileUuid: string): Promise<FileRow> {
  await inTransaction(async (trx) => {
    const [file] = await lockRows<StoredFile>(trx, fileSource, viewer, [fileUuid]);
    if (file!.state === 0) throw problem.field("fileUuid", "这个线路文件还没有生成");
    if (file!.state !== 1) throw problem.used(`线路文件 ${file!.fileVersion} 已下发，不能退回草稿`);
    await refuseHeld(trx, [fileUuid]);
    const { rows } =
      await sql`select from line_file where classify_sid = ${file!.classifySid} and state = 0 and deleted_at is null`.execute(
        trx,
      );
    if (rows.length > 0) throw problem.used("这个线路分类已有草稿，请先删除那个草稿");
    await trx.deleteFrom("lineFilePackage").where("fileUuid", "=", fileUuid).execute();
    await trx.deleteFrom("lineFileHeard").where("fileUuid", "=", fileUuid).execute();
    await trx.deleteFrom("lineFileClip").where("fileUuid", "=", fileUuid).execute();
    const gone = {
      fileVersion: null,
      generatedAt: null,
      generatedBy: null,
      sizeBytes: null,
      sha256: null,
      crc32: null,
    };
    await updateRecord(trx, viewer, fileRecord, fileUuid, { state: 0, ...gone });
    await sql`update line_file set contents = null, sources = null, source_hash = null where file_uuid = ${fileUuid}`.execute(
      trx,
    );
    await countNodes(trx, fileUuid);
  });
  return requireFile(viewer, fileUuid);
}
