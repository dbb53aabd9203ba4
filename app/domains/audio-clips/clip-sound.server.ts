import { rm } from "node:fs/promises";
import type { Viewer } from "~/kit/data/access/viewer";
import { requireAttachment, saveAttachment } from "~/kit/data/attachments/attachments.server";
import { db } from "~/kit/data/db/pool.server";
import { localPath, withLocalFile } from "~/kit/data/files/files.server";
import { problem } from "~/kit/ground/problem";
import { requireFiles } from "~/kit/room/checks.server";
import { readingInWords } from "~/transit/sound/name-readings";
import { readAloud } from "~/transit/sound/read-aloud";
import { readSound } from "~/transit/sound/read.server";
import { type SoundFacts, SoundFault, type SpokenLanguage } from "~/transit/sound/sound";
import { speak } from "~/transit/sound/speak.server";
import { type AudioRow, audioRoom } from "./room";

/** What a record keeps of its sound. */
export type ClipSound = Omit<SoundFacts, "tags"> & Pick<AudioRow, "fileName" | "spokenBy"> & { fileUuid: string };

/** A stored file as a clip; throws problem.field where it is no sound, or not the viewer's. */
export async function readClip(viewer: Viewer, fileUuid: string): Promise<ClipSound> {
  await requireFiles(viewer, audioRoom, { fileUuid });
  const { fileName } = await requireAttachment(viewer, fileUuid);
  const facts = await withLocalFile(fileUuid, (file) => refusing("fileUuid", () => readSound(file, { fileName })));
  return { fileUuid, fileName, spokenBy: null, ...keptOf(facts) };
}

type ClipToSpeak = Pick<AudioRow, "audioName" | "text" | "language" | "voiceType" | "staUuid">;

/** Speaks a clip's text and keeps it as a file of the viewer's; throws problem.field where that cannot be done. */
export async function speakClip(viewer: Viewer, clip: ClipToSpeak, signal?: AbortSignal): Promise<ClipSound> {
  const language = clip.language as SpokenLanguage;
  const pronunciation = language === "zh" ? await pronunciationOf(clip) : undefined;
  const path = await localPath();
  try {
    const { spokenBy, ...facts } = await refusing("text", () =>
      speak(
        readAloud(clip.text!, { language, pronunciation }),
        path,
        { language, voice: clip.voiceType === 1 ? "female" : "male", rate: 100 },
        { signal },
      ),
    );
    const fileName = `${clip.audioName}.wav`;
    const received = { path, name: fileName, contentType: "audio/wav", hash: facts.sha256 };
    return {
      fileUuid: await saveAttachment(viewer, received),
      fileName,
      spokenBy: spokenBy.slice(0, 200),
      ...keptOf(facts),
    };
  } finally {
    await rm(path, { force: true });
  }
}

/** How a clip's words are read when the program speaks them, for people; nothing where they are not Chinese. */
export async function readingOfClip(clip: Pick<AudioRow, "language" | "text" | "staUuid">): Promise<string> {
  if (clip.language !== "zh" || !clip.text) return "";
  return readingInWords(clip.text, await pronunciationOf(clip));
}

/** As it is written at the station or was found right for its name, where the clip says the name and nothing else. */
async function pronunciationOf({ staUuid, text }: Pick<ClipToSpeak, "staUuid" | "text">): Promise<string | undefined> {
  if (!staUuid) return undefined;
  const station = await db()
    .selectFrom("station")
    .leftJoin("nameReading", "name", "staName")
    .select(["staName", (given) => given.fn.coalesce("pronunciation", "reading").as("pronunciation")])
    .where("staUuid", "=", staUuid)
    .executeTakeFirst();
  return station?.staName === text ? (station?.pronunciation ?? undefined) : undefined;
}

export function keptOf({ tags: _, ...facts }: SoundFacts) {
  const { durationMs, bitrate, loudness } = facts;
  return {
    ...facts,
    durationMs: Math.round(durationMs),
    bitrate: Math.round(bitrate),
    loudness: loudness === null ? null : Math.round(loudness * 10) / 10,
  };
}

/** Runs what reads or makes a sound; what is wrong with the sound is said at the field. */
export async function refusing<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof SoundFault ? problem.field(path, error.message) : error;
  }
}
