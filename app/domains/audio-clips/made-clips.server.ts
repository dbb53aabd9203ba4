import { sql } from "kysely";
import { db, newKey } from "~/kit/data/db/pool.server";
import { deleteFile, localPath, putFile, withLocalFile, withLocalFiles } from "~/kit/data/files/files.server";
import { rm } from "node:fs/promises";
import { problem } from "~/kit/ground/problem";
import type { HoldingTable } from "~/kit/room/holding-tables";
import { makeSound } from "~/transit/sound/make.server";
import { SoundFault, type SoundShape, usualShape } from "~/transit/sound/sound";

/** A clip as a package takes it, kept under `fileKey`: read it with `openFile` or `withLocalFile`. */
export interface MadeClip {
  fileKey: string;
  codec: SoundShape["codec"];
  sizeBytes: number;
  durationMs: number;
  loudness: number | null;
  sha256: string;
  crc32: string;
}

export const heldByMadeClips: HoldingTable = {
  table: "audio_made",
  label: "本系统的缓存",
  key: "shape",
  title: () => sql`'为设备转换的语音，没有用处时会自动删除'`,
};

/** The clip of this content in another shape, made once and kept. Throws problem.missing where no clip has the content, SoundFault where it cannot be made. */
export async function madeClip(sha256: string, shape: SoundShape, signal?: AbortSignal): Promise<MadeClip> {
  const known = await find(sha256, shape);
  if (known) return known;
  const source = await findSource(sha256);
  if (!source) throw problem.missing("音频");
  const to = await localPath();
  try {
    const made = await withLocalFile(source.fileUuid, (file) => makeSound(file, to, shape, { signal }));
    const fileKey = await putFile(to, {
      name: `${source.audioNum}.${shape.codec}`,
      contentType: shape.codec === "mp3" ? "audio/mpeg" : "audio/wav",
      fileKey: newKey(),
    });
    const kept = await db()
      .insertInto("audioMade")
      .values({ ...made, sourceSha256: sha256, shape: nameOf(shape), fileKey })
      .onConflict((same) => same.doNothing())
      .executeTakeFirst();
    if (!kept.numInsertedOrUpdatedRows) await deleteFile(fileKey);
    return (await find(sha256, shape))!;
  } finally {
    await rm(to, { force: true });
  }
}

/** Makes a clip as packages usually take it, so that nobody waits for it later; one that cannot be made is refused where it is used. */
export async function makeReady(audioUuid: string, signal: AbortSignal): Promise<void> {
  const clip = await db().selectFrom("audio").select("sha256").where("audioUuid", "=", audioUuid).executeTakeFirst();
  try {
    if (clip) await madeClip(clip.sha256, usualShape, signal);
  } catch (error) {
    if (!(error instanceof SoundFault)) throw error;
  }
}

/** Lets go of what was made of a sound that no clip and no generated file has any more. */
export async function releaseMadeClips(): Promise<void> {
  await sql`
    with gone as (delete from audio_made made
      where not exists (select from audio where audio.sha256 = made.source_sha256 and audio.deleted_at is null)
        and not exists (select from line_file_clip clip join line_file f using (file_uuid) where clip.sha256 = made.source_sha256 and f.deleted_at is null)
      returning file_key)
    update stored_file set released_at = now() where file_key in (select file_key from gone)`.execute(db());
}

/** Of a recording that has been replaced since, what a generated line file keeps of it. */
async function findSource(sha256: string): Promise<{ fileUuid: string; audioNum: string } | undefined> {
  const { rows } = await sql<{ fileUuid: string; audioNum: string }>`
    select file_uuid, audio_num from audio where sha256 = ${sha256}
    union all (select file_key, left(sha256, 12) from line_file_clip where sha256 = ${sha256} limit 1) limit 1`.execute(
    db(),
  );
  return rows[0];
}

/** Lends `work` these clips as paths on this machine, by the content they were made from. */
export async function withMadeClips<T>(
  hashes: readonly string[],
  shape: SoundShape,
  work: (made: ReadonlyMap<string, MadeClip & { path: string }>) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const wanted = [...new Set(hashes)];
  const made = await findAll(wanted, shape);
  for (const hash of wanted) if (!made.has(hash)) made.set(hash, await madeClip(hash, shape, signal));
  const keys = [...made.values()].map(({ fileKey }) => fileKey);
  return withLocalFiles(keys, (paths) =>
    work(new Map([...made].map(([hash, clip]) => [hash, { ...clip, path: paths.get(clip.fileKey)! }]))),
  );
}

const nameOf = ({ codec, sampleRate, bitrate, loudness }: SoundShape) =>
  [codec, sampleRate, ...(codec === "mp3" ? [bitrate] : []), loudness ?? "as-is"].join("/");

const find = async (sha256: string, shape: SoundShape) => (await findAll([sha256], shape)).get(sha256);

async function findAll(hashes: readonly string[], shape: SoundShape): Promise<Map<string, MadeClip>> {
  const rows = await db()
    .selectFrom("audioMade")
    .select(["sourceSha256", "fileKey", "sizeBytes", "durationMs", "loudness", "sha256", "crc32"])
    .where("sourceSha256", "in", [...hashes, ""])
    .where("shape", "=", nameOf(shape))
    .execute();
  return new Map(
    rows.map(({ sourceSha256, loudness, ...row }) => [
      sourceSha256,
      { ...row, codec: shape.codec, loudness: loudness as number | null },
    ]),
  );
}
