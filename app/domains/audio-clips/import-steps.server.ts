import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, newKey } from "~/kit/data/db/pool.server";
import { putFile, withLocalFile } from "~/kit/data/files/files.server";
import { contentTypeOf } from "~/kit/data/files/content-type.server";
import { type ActingViewer, fromActing } from "~/kit/data/jobs/acting-viewer";
import { defineJob } from "~/kit/data/jobs/job";
import { Problem } from "~/kit/ground/problem";
import { type ImportLife, plainJson } from "~/kit/page/import-flow/import-life.server";
import { failImport, keepPreview, runStep, type Step } from "~/kit/page/import-flow/import-step.server";
import { readSound } from "~/transit/sound/read.server";
import { SoundFault } from "~/transit/sound/sound";
import { archiveEntries, tooLarge } from "./archive-entries.server";
import { keptOf } from "./clip-sound.server";
import type { AudioImport } from "./import-row";
import { keepClips } from "./keep-clips.server";
import { makeWhomFor } from "./whom-for.server";

/** An import is seen by who made it, and by those who see everything. */
export const audioImports: ImportLife = {
  table: "audio_import",
  own: sql`kind`,
  visible: (viewer) => sql<boolean>`(one.created_by = ${viewer.userId} or ${viewer.orgScope === "all"})`,
};

interface Data {
  importId: string;
  viewer: ActingViewer;
}

const givenUp = ({ importId }: Data) => failImport(audioImports, importId, "处理多次中断，已停止，已经做好的音频保留");

export const readFilesJob = defineJob<Data>(
  "audio.read",
  ({ importId, viewer }, signal) =>
    runStep<AudioImport>(
      audioImports,
      importId,
      { from: ["waiting", "reading"], state: "reading", stop: signal, faultOf: () => undefined },
      (step) => readFiles(step, fromActing(viewer)),
    ),
  { givenUp, title: "读取上传的声音" },
);

export const keepClipsJob = defineJob<Data>(
  "audio.keep",
  async ({ importId, viewer }, signal) => ({ rows: await keepClips(fromActing(viewer), importId, signal) }),
  { givenUp, title: "保存或朗读音频", seconds: 4 * 3600 },
);

export const audioJobs = [readFilesJob, keepClipsJob] as const;

/** Reads every file that a step before this one has not read. */
async function readFiles(
  { row: { importId, fileKey, fileSize, given }, report, signal }: Step<AudioImport>,
  viewer: Viewer,
) {
  const { whomFor, doublesOf } = await makeWhomFor(given);
  const known = await sql<{
    row: number;
    text: string | null;
    replacesUuid: string | null;
    facts: { sha256: string; durationMs: number } | null;
    fileName: string;
  }>`
    select row, file_name, text, replaces_uuid, facts from audio_import_row where import_id = ${importId} order by row`.execute(
    db(),
  );
  const isRead = new Set(known.rows.map(({ row }) => row));
  for (const { facts, ...one } of known.rows) if (facts) doublesOf({ ...one, ...facts }, one.replacesUuid);
  await withLocalFile(fileKey, async (archive) => {
    let at = 0;
    for await (const entry of archiveEntries(archive, Number(fileSize))) {
      at += 1;
      signal.throwIfAborted();
      await report(at / entry.count, `第 ${at} 个，共 ${entry.count} 个：${entry.name.slice(-60)}`);
      if (isRead.has(at)) continue;
      const base = { import_id: importId, row: at, file_name: entry.name, audio_uuid: newKey() };
      const large = tooLarge(entry.size);
      const read = large
        ? { fault: large }
        : await entry.unpack(async (file) => {
            try {
              const { tags, ...facts } = await readSound(file, { fileName: entry.name, signal });
              const { isOpen: _, ...whom } = whomFor(entry.name, tags);
              const name = entry.name.replace(/^.*\//, "").slice(-255);
              const doubles = doublesOf({ ...facts, fileName: name, text: whom.text }, whom.replacesUuid);
              const contentType = await contentTypeOf(file);
              const key = await putFile(file, {
                name,
                contentType,
                hash: facts.sha256,
                createdBy: viewer.userId,
                isAttachment: true,
              });
              const kept = { ...keptOf({ ...facts, tags }), fileName: name };
              return {
                ...whom,
                doubles,
                isSkipped: doubles !== null && doubles.startsWith("内容"),
                fileKey: key,
                facts: kept,
              };
            } catch (error) {
              if (!(error instanceof SoundFault)) throw error;
              return { fault: error.message };
            }
          });
      await keepRow({ ...base, ...read });
    }
    if (at === 0) throw new Problem("field", "没有找到声音文件，请检查压缩包");
    await keepPreview(audioImports, importId, { rows: at });
  });
}

async function keepRow(row: Record<string, unknown>): Promise<void> {
  await sql`insert into audio_import_row (import_id, row, file_name, file_key, facts, fault, sta_uuid, replaces_uuid, text, why, doubles, is_skipped, audio_uuid)
    select import_id, row, file_name, "fileKey", facts, fault, "staUuid", "replacesUuid", text, coalesce(why, ''), doubles, coalesce("isSkipped", false), audio_uuid
    from jsonb_to_record(${plainJson(row)}::jsonb) as given (import_id text, row int, file_name text, "fileKey" text, facts jsonb, fault text, "staUuid" text, "replacesUuid" text, text text, why text, doubles text, "isSkipped" boolean, audio_uuid text)
    on conflict do nothing`.execute(db());
}
