import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { crc32 } from "node:zlib";
import { sql } from "kysely";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { within } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, deleteRecords, type RecordTable } from "~/kit/data/db/records.server";
import { deleteFile, putFile } from "~/kit/data/files/files.server";
import { pixelFault } from "~/kit/data/files/picture.server";
import type { ReceivedFile } from "~/kit/data/files/upload.server";
import { problem } from "~/kit/ground/problem";
import { isoTime } from "~/kit/data/db/iso-time";
import { type RecordSource, lockRows, requireRow } from "~/kit/room/source.server";
import { fileKinds, type FileFilters, type FileRow, type FileValues } from "./schema";

export const multiRecord: RecordTable = {
  table: "multiFile",
  key: "multiUuid",
  room: "multi-files",
  noun: "下发文件",
  searched: ["fileName", "fileNo"],
  derived: ["fileKey"],
  unique: { multi_file_version_living: { path: "fileVersion", message: "这个编号的这个版本已经有了，请换一个版本" } },
};

export const multiSource: RecordSource<FileRow, FileFilters> = {
  kept: multiRecord,
  select: sql`multi_file.multi_uuid, multi_file.catalog_uuid, file_catalog.name as catalog_name, multi_file.kind,
    case multi_file.kind ${sql.join(
      fileKinds.map(({ value, label }) => sql`when ${sql.lit(value)} then ${sql.lit(label)}`),
      sql` `,
    )} end as kind_name,
    multi_file.file_no, multi_file.file_name, multi_file.file_version, multi_file.model_uuid, device_model.model_num, multi_file.org_id, organisation.org_name,
    stored_file.content_type, multi_file.size_bytes, multi_file.md5, multi_file.sha256, multi_file.crc32, multi_file.remark, ${isoTime(sql`multi_file.created_at`)} as created_at, multi_file.version`,
  joins: sql`join organisation using (org_id) join stored_file using (file_key) left join file_catalog using (catalog_uuid) left join device_model using (model_uuid)`,
  where: ({ catalogUuid, kind, orgId }) => [
    ...(catalogUuid
      ? [
          sql`multi_file.catalog_uuid in (with recursive below as (select catalog_uuid from file_catalog where catalog_uuid = ${catalogUuid}
            union select c.catalog_uuid from below join file_catalog c on c.pid = below.catalog_uuid) select catalog_uuid from below)`,
        ]
      : []),
    ...(kind === undefined ? [] : [sql`multi_file.kind = ${kind}`]),
    ...(orgId ? [sql`multi_file.org_id = ${orgId}`] : []),
  ],
  order: {
    createdAt: sql`multi_file.created_at`,
    fileName: sql`multi_file.file_name`,
    fileNo: sql`multi_file.file_no`,
    sizeBytes: sql`multi_file.size_bytes`,
    kind: sql`multi_file.kind`,
  },
  scope: sql`multi_file.org_id`,
};

export const requireMulti = (viewer: Viewer, multiUuid: string): Promise<FileRow> =>
  requireRow(multiSource, viewer, multiUuid);

export const mostBytes = 200 * 2 ** 20;
const mediaTypes = /^(image|audio|video|text)\/|^application\/(zip|octet-stream|pdf|ogg)/;

/** Keeps an uploaded file as something that vehicles can be given. */
export async function keepMulti(
  viewer: Viewer,
  { orgId, ...values }: FileValues,
  file: Pick<ReceivedFile, "path" | "name" | "contentType" | "hash" | "size">,
): Promise<string> {
  if (file.size === 0) throw problem.field("file", `文件 ${file.name} 是空的`);
  if (file.size > mostBytes) throw problem.field("file", "文件最大 200 MB");
  if (values.kind === 5 && !mediaTypes.test(file.contentType))
    throw problem.field("file", `这不是多媒体文件：内容是 ${file.contentType}`);
  const large = await pixelFault(file.contentType, () => createReadStream(file.path));
  if (large) throw problem.field("file", `${large}，请缩小后再上传`);
  const home = orgId ?? viewer.orgId ?? (await organisationChoices(viewer))[0]?.value;
  if (!home || !within(viewer, home)) throw problem.field("orgId", "机构不存在，或不在您的机构范围内");
  await requireModel(values.modelUuid);
  const { md5, crc } = await sumsOf(file.path);
  const sums = { md5, crc32: crc, sha256: file.hash, sizeBytes: file.size };
  const fileKey = await putFile(file.path, {
    name: file.name,
    contentType: file.contentType,
    hash: file.hash,
    createdBy: viewer.userId,
  });
  try {
    const { multiUuid } = await inTransaction((trx) =>
      createRecord<{ multiUuid: string }>(trx, viewer, multiRecord, {
        ...values,
        ...sums,
        fileKey,
        orgId: home,
        fileName: values.fileName || file.name.slice(0, 64),
      }),
    );
    return multiUuid;
  } catch (error) {
    await deleteFile(fileKey);
    throw error;
  }
}

async function requireModel(modelUuid: string | undefined): Promise<void> {
  if (!modelUuid) return;
  const { rows } = await sql`select from device_model where model_uuid = ${modelUuid} and deleted_at is null`.execute(
    db(),
  );
  if (rows.length === 0) throw problem.field("modelUuid", "设备型号不存在或已删除，请重新选择");
}

async function sumsOf(path: string): Promise<{ md5: string; crc: string }> {
  const md5 = createHash("md5");
  let crc = 0;
  for await (const bytes of createReadStream(path)) {
    md5.update(bytes as Buffer);
    crc = crc32(bytes as Buffer, crc);
  }
  return { md5: md5.digest("hex"), crc: crc.toString(16).padStart(8, "0") };
}

/** Puts files away that no task holds, all or none. */
export async function removeMulti(viewer: Viewer, keys: string[]): Promise<void> {
  await inTransaction(async (trx) => {
    await lockRows(trx, multiSource, viewer, keys);
    const { rows } = await sql<{ fileName: string; taskName: string }>`
      select m.file_name, t.task_name from issue_task_file f join multi_file m using (multi_uuid) join issue_task t using (task_uuid)
      where m.multi_uuid = any(${keys}) and t.state in (0, 1, 2) and t.deleted_at is null order by t.task_uuid limit 1`.execute(
      trx,
    );
    if (rows[0])
      throw problem.used(`文件“${rows[0].fileName}”正被下发任务“${rows[0].taskName}”使用，请先取消或删除这个任务`);
    await deleteRecords(trx, viewer, multiRecord, keys);
  });
}

export async function modelChoices() {
  const { rows } = await sql<{ value: string; label: string }>`
    select model_uuid as value, concat_ws(' ', model_num, model_name) as label from device_model where deleted_at is null order by sort, model_num`.execute(
    db(),
  );
  return rows;
}
