import { db, newKey } from "~/kit/data/db/pool.server";

let made = 0;

interface ClipOptions {
  text: string;
  language?: string;
  /** 0 inside, 1 outside, 2 both. */
  speaker?: number;
  staUuid?: string;
}

/** A clip of the library as a recipe takes it; its file holds nothing. Answers its key. */
export async function addClip({ text, language = "zh", speaker = 2, staUuid }: ClipOptions): Promise<string> {
  const [audioUuid, fileKey] = [newKey(), newKey()];
  const fileName = `${audioUuid}.mp3`;
  await db().insertInto("storedFile").values({ fileKey, fileName, contentType: "audio/mpeg", sizeBytes: 1 }).execute();
  await db()
    .insertInto("audio")
    .values({
      audioUuid,
      audioNum: `T${++made}-${fileKey.slice(-8)}`,
      audioName: text,
      text,
      language,
      speaker,
      fileName,
      staUuid: staUuid ?? null,
      fileUuid: fileKey,
      format: "mp3",
      sizeBytes: 1,
      durationMs: 900,
      sampleRate: 22_050,
      channels: 1,
      sha256: "0".repeat(64),
      crc32: "00000000",
    })
    .execute();
  return audioUuid;
}
