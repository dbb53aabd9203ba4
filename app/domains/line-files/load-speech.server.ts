import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import type { Clip } from "~/transit/announcements/model";
import { loadContent } from "./file-content.server";
import { readCompiled } from "./generate.server";
import { generatedSpeech } from "./generated-speech";
import type { FileRow } from "./schema";
import type { LineSpeech } from "./voice/heard";

export type SpeakingFile = LineSpeech & { file: FileRow };

/** What a file lets be heard: a draft what it would now, a generated file what it was generated with. */
export async function loadSpeech(file: FileRow): Promise<SpeakingFile> {
  if (file.state === 0) return loadContent(file);
  const compiled = await readCompiled(db(), file.fileUuid);
  const { rows } = await sql<{ sha256: string; source: Clip["source"] }>`
    select distinct on (sha256) sha256, source from audio where sha256 = any(${compiled.clips.map(({ sha256 }) => sha256)}) order by sha256, source`.execute(
    db(),
  );
  return { file, ...generatedSpeech(compiled, new Map(rows.map(({ sha256, source }) => [sha256, source]))) };
}
