import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { requireFile } from "../file-record.server";
import { loadSpeech } from "../load-speech.server";
import type { FileRow } from "../schema";
import { changedPart, type Part, partsOf } from "./parts";

export interface PartsToHear {
  file: FileRow;
  parts: Part[];
  /** What is heard otherwise than in the last file of the variant that somebody has heard whole; and which that is. */
  changed?: Part;
  since?: string;
}

export async function loadParts(viewer: Viewer, fileUuid: string): Promise<PartsToHear> {
  const file = await requireFile(viewer, fileUuid);
  const [speech, before] = await Promise.all([loadSpeech(file), heardBefore(viewer, file)]);
  const parts = partsOf(speech);
  if (!before) return { file, parts };
  return {
    file,
    parts,
    changed: changedPart(parts, partsOf(await loadSpeech(before))),
    since: before.fileVersion ?? undefined,
  };
}

async function heardBefore(viewer: Viewer, { fileUuid, classifySid }: FileRow): Promise<FileRow | undefined> {
  const { rows } = await sql<{ fileUuid: string }>`
    select f.file_uuid from line_file f where f.classify_sid = ${classifySid} and f.file_uuid <> ${fileUuid} and f.state > 0 and f.contents is not null and f.deleted_at is null
      and exists (select from line_file_heard heard where heard.file_uuid = f.file_uuid and heard.reason is null)
    order by f.generated_at desc, f.file_uuid limit 1`.execute(db());
  return rows[0] && requireFile(viewer, rows[0].fileUuid);
}
