import { sql, type Transaction } from "kysely";
import { lineFound } from "~/domains/lines/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { recordChange } from "~/kit/data/db/history.server";
import { staleness } from "~/kit/data/db/record-refusals.server";
import { type RecordTable } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { isoTime } from "~/kit/data/db/iso-time";
import { type RecordSource, lockRows, requireRow } from "~/kit/room/source.server";
import type { FileFilters, FileRow } from "./schema";

export const fileRecord: RecordTable = {
  table: "lineFile",
  key: "fileUuid",
  room: "line-files",
  noun: "线路文件",
  derived: ["contents", "sources", "sourceHash", "findings", "nodeCount", "audioCount", "sizeBytes", "sha256", "crc32"],
  unique: {
    line_file_one_draft: { path: "classifySid", message: "这个线路分类已有草稿，请编辑它，或先删除它" },
    line_file_version_living: { path: "fileVersion", message: "这个版本号已被使用" },
  },
};

const from = sql`line_file join line_classify on line_classify.classify_sid = line_file.classify_sid and line_classify.deleted_at is null
  join line on line.line_uuid = line_classify.main_uuid and line.deleted_at is null
  join organisation using (org_id) join voice_version on voice_version.version_uuid = line_file.version_uuid`;

/** Files of living lines; a file belongs to the organisation of its line. */
export const fileSource: RecordSource<FileRow, FileFilters> = {
  kept: fileRecord,
  select: sql`line_file.file_uuid, line_file.classify_sid, line_classify.classify_name, line_classify.sort_type, line.line_uuid, line.line_name, line.line_type, line.org_id, organisation.org_name,
    line_file.version_uuid, voice_version.version_num, voice_version.version_name, line_file.file_version, line_file.state,
    (array['草稿', '已生成', '已下发', '作废'])[line_file.state + 1] as state_name, line_file.node_count, line_file.audio_count, line_file.size_bytes, line_file.sha256, line_file.crc32,
    ${isoTime(sql`line_file.generated_at`)} as generated_at, (select user_name from app_user where user_id = line_file.generated_by) as generated_by,
    line_file.remark, line_file.version, ${isoTime(sql`line_file.created_at`)} as created_at, ${isoTime(sql`line_file.updated_at`)} as updated_at`,
  joins: sql`join line_classify on line_classify.classify_sid = line_file.classify_sid and line_classify.deleted_at is null
    join line on line.line_uuid = line_classify.main_uuid and line.deleted_at is null
    join organisation using (org_id) join voice_version on voice_version.version_uuid = line_file.version_uuid`,
  from,
  where: ({ keyword, orgId, lineUuid, classifySid, versionUuid, state }) => [
    ...(keyword ? [lineFound(keyword)] : []),
    ...(orgId ? [sql`line.org_id = ${orgId}`] : []),
    ...(lineUuid ? [sql`line.line_uuid = ${lineUuid}`] : []),
    ...(classifySid ? [sql`line_file.classify_sid = ${classifySid}`] : []),
    ...(versionUuid ? [sql`line_file.version_uuid = ${versionUuid}`] : []),
    ...(state === undefined ? [] : [sql`line_file.state = ${state}`]),
  ],
  order: {
    lineName: sql`line.name_order`,
    createdAt: sql`line_file.created_at`,
    generatedAt: sql`line_file.generated_at`,
    updatedAt: sql`line_file.updated_at`,
    fileVersion: sql`line_file.file_version`,
    nodeCount: sql`line_file.node_count`,
    state: sql`line_file.state`,
  },
  scope: sql`(select scoping.org_id from line as scoping join line_classify as scoped on scoped.main_uuid = scoping.line_uuid where scoped.classify_sid = line_file.classify_sid)`,
};

export const requireFile = (viewer: Viewer, fileUuid: string): Promise<FileRow> =>
  requireRow(fileSource, viewer, fileUuid);

export type StoredFile = Pick<FileRow, "fileUuid" | "classifySid" | "versionUuid" | "state" | "version"> & {
  fileVersion: string | null;
};

/** Holds a draft until the transaction ends; throws where it is generated already or was saved since. */
export async function holdDraft(
  trx: Transaction<DB>,
  viewer: Viewer,
  fileUuid: string,
  version?: number,
): Promise<StoredFile> {
  const [file] = await lockRows<StoredFile>(trx, fileSource, viewer, [fileUuid]);
  if (version !== undefined && version !== file!.version)
    throw await staleness(trx, fileRecord, plainWithAudit(file!), {}, version);
  if (file!.state !== 0) throw problem.used("线路文件已生成，不能再修改；请用它新建草稿");
  return file!;
}

/** Counts a change of its nodes as one of the file, and keeps what it was. */
export async function touchDraft(
  trx: Transaction<DB>,
  viewer: Viewer,
  { fileUuid, version }: StoredFile,
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<number> {
  const next = version + 1;
  await sql`update line_file set version = ${next}, updated_at = now(), updated_by = ${viewer.userId},
    node_count = (select count(*) from line_file_node n where n.file_uuid = line_file.file_uuid),
    audio_count = (select count(distinct a.audio_uuid) from line_file_node_audio a join line_file_node n using (node_uuid) where n.file_uuid = line_file.file_uuid)
    where file_uuid = ${fileUuid}`.execute(trx);
  await recordChange(trx, viewer, {
    room: fileRecord.room,
    key: fileUuid,
    action: "update",
    version: next,
    ...change,
  });
  return next;
}

const plainWithAudit = (file: object) => file as Record<string, unknown>;
