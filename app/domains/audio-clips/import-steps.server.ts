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
import { SoundFault, type SoundTags } from "~/transit/sound/sound";
import { archiveEntries, tooLarge } from "./archive-entries.server";
import { keptOf, speakClip } from "./clip-sound.server";
import type { AudioImport, AudioImportRow, ClipImportSettings } from "./import-row";
import { createRow } from "~/kit/room/verbs.server";
import { makeReady } from "./made-clips.server";
import { nextNumber, replaceSound } from "./save-clip.server";
import { audioSource } from "./source.server";
import { type ClipCandidate, indexCandidates, matchClipName } from "~/transit/sound/match-clip-name";
import { plainOf, soundsAlike } from "~/transit/sound/sounds-alike";

/** An import is seen by who made it, and by those who see everything. */
export const audioImports: ImportLife = {
  door: "audio",
  own: sql`kind`,
  visible: (viewer) => sql<boolean>`(one.created_by = ${viewer.userId} or ${viewer.orgScope === "all"})`,
  partlyWritten: "这个导入可能已经做好了一部分音频，它们会保留，不能取消",
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
  { row: { importId, fileKey, fileSize, choices: given }, report, signal }: Step<AudioImport>,
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

/** Makes a clip of every row that is not done yet, each by itself, so that it can go on after a stop. */
async function keepClips(viewer: Viewer, importId: string, signal: AbortSignal): Promise<number> {
  const counted = await sql<{ done: number; all: number }>`
    select count(*) filter (where outcome is not null) as done, count(*) filter (where fault is null and text is not null and not is_skipped) as all
    from audio_import_row where import_id = ${importId}`.execute(db());
  const { all, ...before } = counted.rows[0]!;
  let [done, last] = [before.done, 0];
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await sql<Next>`
      select one.*, i.choices, i.kind from import_batch i join audio_import_row one using (import_id)
      where i.import_id = ${importId} and i.state = 'applying' and one.outcome is null and one.fault is null and one.text is not null and not one.is_skipped
      and one.row > ${last} order by one.row limit 1`.execute(db());
    const [next] = rows;
    if (!next) break;
    const phase = `${next.kind === "speak" ? "正在朗读" : "正在保存"}第 ${done + 1} 个，共 ${all} 个：${next.text}`;
    await sql`update import_batch set progress = ${done / Math.max(1, all)}, phase = ${phase} where import_id = ${importId} and state = 'applying'`.execute(
      db(),
    );
    const { outcome, why } = await keepOne(viewer, next, signal);
    if (outcome !== "refused") await makeReady(next.replacesUuid ?? next.audioUuid, signal);
    await sql`update audio_import_row set outcome = ${outcome}, why = ${why} where import_id = ${importId} and row = ${next.row}`.execute(
      db(),
    );
    [done, last] = [done + 1, next.row];
  }
  const { rows } = await sql<{ rows: number }>`
    with counts as (select count(*) as rows, count(*) filter (where outcome = 'created') as created, count(*) filter (where outcome = 'replaced') as replaced,
      count(*) filter (where outcome = 'refused') as refused from audio_import_row where import_id = ${importId})
    update import_batch set state = 'done', progress = 1, phase = '', result = to_jsonb(counts), finished_at = now(),
      row_count = counts.rows, created_count = created, changed_count = replaced, refused_count = refused
      from counts where import_id = ${importId} and state = 'applying' returning counts.rows`.execute(db());
  return rows[0]?.rows ?? 0;
}

type Next = AudioImportRow & Pick<AudioImport, "importId" | "choices" | "kind">;

async function keepOne(by: Viewer, next: Next, signal: AbortSignal): Promise<{ outcome: string; why: string }> {
  const { importId, choices: given, kind, fileKey, facts, staUuid, replacesUuid, audioUuid, why } = next;
  const viewer = { ...by, batchId: importId };
  const text = next.text!;
  const own = { ...given, text, staUuid, audioName: text.slice(0, 64) };
  try {
    const sound =
      kind === "speak"
        ? { ...(await speakClip(viewer, own as never, signal)), source: "spoken" }
        : { ...facts, fileUuid: fileKey!, source: "recorded", spokenBy: null };
    if (replacesUuid) {
      await replaceSound(viewer, replacesUuid, { ...sound, text, audioName: own.audioName });
      return { outcome: "replaced", why };
    }
    await createRow(audioSource, viewer, { ...own, ...sound, audioUuid, audioNum: await nextNumber() });
    return { outcome: "created", why };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { outcome: "refused", why: error.message };
  }
}

interface WhomFor {
  staUuid: string | null;
  replacesUuid: string | null;
  text: string | null;
  why: string;
  /** Several fit: a person must say which. */
  isOpen: boolean;
}

interface StoredClip {
  audioUuid: string;
  audioNum: string;
  audioName: string;
  text: string | null;
  staUuid: string | null;
  source: string;
  sha256: string;
  durationMs: number;
}

interface Station {
  staUuid: string;
  staName: string;
  staSelfCode: string;
  nameEn: string | null;
  pronunciation: string | null;
}

/** Says of files whom they are for, and what they double; read once for all files of an import. */
async function makeWhomFor({ language }: Pick<ClipImportSettings, "language">) {
  const [stations, clips] = await Promise.all([
    sql<Station>`select sta_uuid, sta_name, sta_self_code, name_en, pronunciation from station where deleted_at is null`.execute(
      db(),
    ),
    sql<StoredClip>`select audio_uuid, audio_num, audio_name, text, sta_uuid, source, sha256, duration_ms from audio
      where deleted_at is null and language = ${language} order by source = 'recorded', updated_at desc`.execute(db()),
  ]);
  const byKey = new Map(stations.rows.map((one) => [`station:${one.staUuid}`, one]));
  const clipBy = new Map(clips.rows.map((one) => [`clip:${one.audioUuid}`, one]));
  const ofStation = new Map(clips.rows.toReversed().map((one) => [one.staUuid, one]));
  const hashes = new Map<string, string>(clips.rows.map((one) => [one.sha256, `${one.audioNum} ${one.audioName}`]));
  const texts = new Map<string, StoredClip[]>();
  for (const one of clips.rows) {
    const plain = plainOf(one.text ?? "");
    if (plain) texts.set(plain, [...(texts.get(plain) ?? []), one]);
  }
  const index = indexCandidates([
    ...stations.rows.map(({ staUuid, staName, staSelfCode, nameEn }): ClipCandidate => ({
      key: `station:${staUuid}`,
      name: staName,
      number: staSelfCode,
      text: staName,
      otherNames: nameEn ? [nameEn] : [],
    })),
    ...clips.rows
      .filter(({ staUuid }) => staUuid === null)
      .map(({ audioUuid, audioName, audioNum, text }) => ({
        key: `clip:${audioUuid}`,
        name: audioName,
        number: audioNum,
        text: text ?? undefined,
      })),
  ]);

  function whomFor(fileName: string, tags: SoundTags): WhomFor {
    const match = matchClipName(fileName, tags, index);
    const open = { staUuid: null, replacesUuid: null, text: null };
    if (match.found === "none")
      return { ...open, text: bareName(fileName), why: `${match.why}，作为新的文本`, isOpen: false };
    if (match.found === "several") {
      const shared = forTwins(match.keys);
      return shared ? { ...shared, isOpen: false } : { ...open, why: match.why, isOpen: true };
    }
    const station = byKey.get(match.key);
    const clip = station ? ofStation.get(station.staUuid) : clipBy.get(match.key);
    const replaces = clip?.source === "spoken" ? clip.audioUuid : null;
    return {
      staUuid: station?.staUuid ?? null,
      replacesUuid: replaces,
      text: station ? textOf(station) : (clip?.text ?? clip?.audioName ?? null),
      why: match.why + (replaces ? "；替换朗读的声音" : ""),
      isOpen: false,
    };
  }

  /** For all stations of a name, where those that fit are called and read alike: a recording that is none's own is heard at each. */
  function forTwins(keys: readonly string[]): Omit<WhomFor, "isOpen"> | undefined {
    const twins = keys.flatMap((key) => byKey.get(key) ?? []);
    const spoken = keys.flatMap((key) => clipBy.get(key) ?? []);
    const said = new Set(twins.map((one) => `${plainOf(textOf(one))} ${one.pronunciation ?? ""}`));
    if (twins.length < 2 || said.size > 1 || spoken.length > 1) return undefined;
    const text = textOf(twins[0]!);
    const kept = (texts.get(plainOf(text)) ?? []).find(({ staUuid }) => staUuid === null);
    if (spoken.length > 0 && spoken[0] !== kept) return undefined;
    const replaces = kept?.source === "spoken" ? kept.audioUuid : null;
    return {
      staUuid: null,
      replacesUuid: replaces,
      text,
      why: `有 ${twins.length} 个站叫“${text}”，这条录音用于全部${replaces ? "；替换朗读的声音" : ""}`,
    };
  }

  /** What is said at a station. */
  function textOf({ staName, nameEn }: Station): string {
    return language === "en" ? (nameEn ?? staName) : staName;
  }

  /** What a file is the same as, of what is kept and of the files before it. */
  function doublesOf(
    sound: { sha256: string; durationMs: number; fileName: string; text: string | null },
    replaces: string | null,
  ) {
    const same = hashes.get(sound.sha256);
    hashes.set(sound.sha256, same ?? `文件 ${sound.fileName}`);
    if (same) return `内容与${same}完全相同`;
    const heard = { ...sound, text: sound.text ?? "" };
    const alike = (texts.get(plainOf(heard.text)) ?? []).find(
      (one) => one.audioUuid !== replaces && soundsAlike(heard, { ...one, text: one.text ?? "" }),
    );
    return alike ? `与 ${alike.audioNum} ${alike.audioName} 说的相同，时长也相近` : null;
  }

  return { whomFor, doublesOf };
}

const bareName = (fileName: string) =>
  fileName
    .replace(/^.*\//, "")
    .replace(/\.[a-z][a-z0-9]{1,3}$/i, "")
    .trim()
    .slice(0, 64) || "未命名";
