import { sql } from "kysely";
import { makePackage } from "~/domains/line-files/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { findFile, openFile } from "~/kit/data/files/files.server";
import { type ArchiveEntry, writeArchive } from "~/kit/ground/files/write-archive.server";
import { problem } from "~/kit/ground/problem";
import { longBlob } from "~/kit/page/http/long-download.server";
import { lackingPackages } from "./prepare-files.server";
import { requireTask } from "./tasks.server";

interface Outgoing {
  fileKey: string;
  name: string;
  format: string | null;
}

type BlobCall = Parameters<typeof longBlob>[0];

/** Everything that a task takes to vehicles, each file once, as one archive; what is not made yet is made first. */
export async function downloadTask(viewer: Viewer, taskUuid: string, call: BlobCall): Promise<Response> {
  const task = await requireTask(viewer, taskUuid);
  for (const lacking of await lackingPackages(db(), taskUuid)) await makePackage(lacking, lacking);
  const files = await filesGoingOut(taskUuid);
  if (files.length === 0) throw problem.field("taskUuid", "这个任务没有要下发的文件");
  const name = `${task.taskNum}-${task.taskName}.zip`;
  return longBlob(call, viewer, { name, contentType: "application/zip" }, () => archiveOf(files));
}

async function filesGoingOut(taskUuid: string): Promise<Outgoing[]> {
  const { rows } = await sql<Outgoing>`
    select distinct on (key) key as file_key, name, format from (
      select coalesce(d.file_key, p.file_key) as key, d.format, coalesce(line.line_name || '-' || c.classify_name, m.file_no) || '-' || d.file_version as name
      from issue_detail d left join line_file f using (file_uuid) left join line_classify c using (classify_sid) left join line on line.line_uuid = c.main_uuid
      left join line_file_package p on p.file_uuid = d.file_uuid and p.format = d.format and p.shape = d.shape left join multi_file m on m.multi_uuid = d.multi_uuid
      where d.task_uuid = ${taskUuid}) one where key is not null order by key`.execute(db());
  return rows;
}

async function* archiveOf(files: readonly Outgoing[]): AsyncGenerator<Uint8Array> {
  const entries: ArchiveEntry[] = [];
  const used = new Map<string, number>();
  for (const { fileKey, name, format } of files) {
    const stored = await findFile(fileKey);
    if (!stored) throw problem.missing("文件");
    const plain = `${name}${format === null ? "" : `-${format}`}`.replace(/[\\/:*?"<>|]/g, "_");
    const again = used.get(plain) ?? 0;
    used.set(plain, again + 1);
    const ending = /\.\w{1,8}$/.exec(stored.name)?.[0] ?? ".zip";
    entries.push({
      name: `${plain}${again > 0 ? `-${again + 1}` : ""}${ending}`,
      content: () => bytesOf(fileKey),
      level: 0,
    });
  }
  yield* writeArchive(entries);
}

async function* bytesOf(fileKey: string): AsyncGenerator<Buffer> {
  yield* (await openFile(fileKey)).stream as AsyncIterable<Buffer>;
}
