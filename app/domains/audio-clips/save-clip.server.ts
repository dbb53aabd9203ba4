import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { findIssues } from "~/kit/room/checks.server";
import { requireRelated } from "~/kit/room/relations.server";
import { findRow, requireRow } from "~/kit/room/source.server";
import { createRow, updateRow } from "~/kit/room/verbs.server";
import { type ClipSound, readClip, speakClip } from "./clip-sound.server";
import { type AudioRow, audioRoom, type AudioValues } from "./room";
import { audioSource } from "./source.server";

type Changes = Partial<AudioValues>;
type Sound = ClipSound & Pick<AudioRow, "source">;

/** A clip of the file that is named, else of its text, spoken by the program. */
export async function createClip(viewer: Viewer, values: AudioValues & { audioUuid?: string }): Promise<AudioRow> {
  await inTransaction((trx) => requireRelated(trx, viewer, audioRoom, values));
  const known = await spokenBefore(viewer, values);
  const sound = known ?? (await firstSound(viewer, values));
  const audioNum = values.audioNum ?? known?.audioNum ?? (await nextNumber());
  return createRow(audioSource, viewer, { ...values, ...sound, audioNum });
}

/** The sound of the clip that the same call has made before: spoken once more it would be another one. */
async function spokenBefore(viewer: Viewer, { audioUuid, fileUuid, source }: AudioValues & { audioUuid?: string }) {
  if (!audioUuid || fileUuid || source !== "spoken") return undefined;
  const known = await findRow(audioSource, viewer, audioUuid);
  if (known?.source !== "spoken") return undefined;
  const { audioNum, fileName, format, sizeBytes, durationMs, sampleRate, channels, bitrate, loudness } = known;
  const { sha256, crc32, spokenBy } = known;
  const facts = { fileName, format, sizeBytes, durationMs, sampleRate, channels, bitrate, loudness };
  return { audioNum, fileUuid: known.fileUuid!, ...facts, sha256, crc32, spokenBy, source };
}

/** Another file makes a clip a recording; what is spoken is spoken again when its words change. */
export async function updateClip(viewer: Viewer, key: string, changes: Changes, version?: number): Promise<AudioRow> {
  const before = await requireRow(audioSource, viewer, key);
  const { audioNum, ...given } = changes;
  await inTransaction((trx) => requireRelated(trx, viewer, audioRoom, given, { ...before }));
  const sound = await nextSound(viewer, before, given);
  const number = audioNum === null ? {} : { audioNum };
  return updateRow(audioSource, viewer, key, { ...given, ...number, ...sound }, version);
}

async function firstSound(viewer: Viewer, values: AudioValues): Promise<Sound> {
  if (values.fileUuid) return { ...(await readClip(viewer, values.fileUuid)), source: "recorded" };
  if (values.source !== "spoken") throw problem.field("fileUuid", "请选择声音文件，或在来源中选择朗读");
  return { ...(await speakClip(viewer, values as AudioRow)), source: "spoken" };
}

async function nextSound(viewer: Viewer, before: AudioRow, changes: Changes): Promise<Partial<Sound>> {
  if (changes.fileUuid && changes.fileUuid !== before.fileUuid)
    return { ...(await readClip(viewer, changes.fileUuid)), source: "recorded" };
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const next = { ...before, ...given, fileUuid: before.fileUuid } as AudioRow;
  if (next.source !== "spoken") {
    if (before.source === "spoken") throw problem.field("fileUuid", "请上传录音，它替换朗读的声音");
    if (changes.fileUuid === null) throw problem.field("fileUuid", "音频必须有声音文件，请上传新的来替换");
    return {};
  }
  const isSame = (["source", "text", "language", "voiceType", "staUuid"] as const).every(
    (name) => next[name] === before[name],
  );
  if (isSame) return { fileUuid: before.fileUuid! };
  const issues = findIssues(audioRoom, next);
  if (issues.length > 0) throw problem.fields(issues);
  return { ...(await speakClip(viewer, next)), source: "spoken" };
}

export async function nextNumber(): Promise<string> {
  for (;;) {
    const { rows } = await sql<{ number: string; taken: boolean }>`
      select number, exists (select from audio where audio_num = number and deleted_at is null) as taken
      from (select 'A' || lpad(nextval('audio_number')::text, 6, '0') as number) as next`.execute(db());
    if (!rows[0]!.taken) return rows[0]!.number;
  }
}

/** Puts a sound that has been read already in the place of a clip's; all that use the clip follow. */
export const replaceSound = (viewer: Viewer, audioUuid: string, sound: object): Promise<AudioRow> =>
  updateRow(audioSource, viewer, audioUuid, sound);
