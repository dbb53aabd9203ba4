import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import { db, newKey } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { disk, workFolder } from "./disk.server";
import { hashOf } from "./hash.server";
import { partOf } from "./part-of";

export interface FileFacts {
  name: string;
  contentType: string;
  /** Bytes. */
  size: number;
}

interface NewFile {
  /** The name shown and used for downloads; it never becomes part of a path. */
  name: string;
  contentType: string;
  createdBy?: string;
  /** SHA-256 in hex, where it is known already. */
  hash?: string;
  fileKey?: string;
  isAttachment?: boolean;
}

/** Keeps a file and answers its key. A path given is moved, not copied; a stream or bytes are kept whole or not at all. */
export async function putFile(
  source: Readable | Uint8Array | string,
  { name, contentType, createdBy, hash, fileKey = newKey(), isAttachment }: NewFile,
): Promise<string> {
  const local = typeof source === "string" ? source : await writeLocal(source);
  try {
    const { size } = await stat(local);
    const known = hash ?? (await hashOf(local));
    await (await disk()).moveFromFs(local, placeOf(fileKey), { contentType, contentLength: size });
    await db()
      .insertInto("storedFile")
      .values({
        fileKey,
        fileName: name.slice(0, 255),
        contentType,
        sizeBytes: size,
        hash: known,
        isAttachment,
        createdBy,
        orgId: sql`(select org_id from app_user where user_id = ${createdBy ?? null})`,
      })
      .execute();
    return fileKey;
  } finally {
    await rm(local, { force: true });
  }
}

/** A kept file's facts; undefined when there is none of this key. @public */
export async function findFile(fileKey: string): Promise<FileFacts | undefined> {
  const row = await db()
    .selectFrom("storedFile")
    .select(["fileName", "contentType", "sizeBytes"])
    .where("fileKey", "=", fileKey)
    .executeTakeFirst();
  return row && { name: row.fileName, contentType: row.contentType, size: row.sizeBytes };
}

/** Bytes of a kept file; throws problem.missing. @public */
export async function fileSize(fileKey: string): Promise<number> {
  return (await requireFile(fileKey)).size;
}

/** A kept file with its content as a stream; throws problem.missing. */
export async function openFile(fileKey: string): Promise<FileFacts & { stream: Readable }> {
  const facts = await requireFile(fileKey);
  return { ...facts, stream: await streamOf(fileKey) };
}

/** Bytes `from` to `to` of a kept file, both included. */
export async function openPart(fileKey: string, from: number, to: number): Promise<Readable> {
  if (settings().FILES_DRIVER === "fs")
    return keptForReaders(createReadStream(localPlace(fileKey), { start: from, end: to, highWaterMark: 1 << 18 }));
  return Readable.from(partOf(await streamOf(fileKey), from, to));
}

const streamOf = async (fileKey: string) => keptForReaders(await (await disk()).getStream(placeOf(fileKey)));

/** An error that comes before anybody reads waits for the reader, instead of being nobody's. */
const keptForReaders = (stream: Readable) => stream.on("error", () => undefined);

/** Lends `work` many kept files as paths by their keys; throws problem.missing. */
export async function withLocalFiles<T>(
  fileKeys: readonly string[],
  work: (files: ReadonlyMap<string, string>) => Promise<T>,
): Promise<T> {
  const paths = new Map<string, string>();
  if (settings().FILES_DRIVER === "fs") {
    for (const key of fileKeys) paths.set(key, path.join(settings().DATA_DIR, "files", placeOf(key)));
    return work(paths).catch(async (error: unknown) => {
      for (const key of fileKeys) await requireFile(key);
      throw error;
    });
  }
  const [first, ...others] = fileKeys;
  if (first === undefined) return work(paths);
  return withLocalFile(first, (file) => withLocalFiles(others, (rest) => work(new Map([...rest, [first, file]]))));
}

/** Lends `work` a kept file as a path on this machine, fetched first where the store is elsewhere; throws problem.missing. */
export async function withLocalFile<T>(fileKey: string, work: (file: string) => Promise<T>): Promise<T> {
  await requireFile(fileKey);
  if (settings().FILES_DRIVER === "fs") {
    return work(localPlace(fileKey)).catch(async (error: unknown) => {
      await requireFile(fileKey);
      throw error;
    });
  }
  const local = await writeLocal(await (await disk()).getStream(placeOf(fileKey)));
  try {
    return await work(local);
  } finally {
    await rm(local, { force: true });
  }
}

/** Removes a file; harmless when it is gone already. */
export async function deleteFile(fileKey: string): Promise<void> {
  await db().deleteFrom("storedFile").where("fileKey", "=", fileKey).execute();
  await removeContent(fileKey);
}

/** Removes what a file held whose row is gone. */
export async function removeContent(fileKey: string): Promise<void> {
  const store = await disk();
  if (await store.exists(placeOf(fileKey))) await store.delete(placeOf(fileKey));
}

/** A new path in the work folder; whoever asks for it removes what it puts there. */
export async function localPath(): Promise<string> {
  await mkdir(workFolder(), { recursive: true, mode: 0o700 });
  return path.join(workFolder(), newKey());
}

async function requireFile(fileKey: string): Promise<FileFacts> {
  const facts = await findFile(fileKey);
  if (!facts) throw problem.missing("文件");
  return facts;
}

/** The last two digits are random, so folders stay evenly filled. */
function placeOf(fileKey: string): string {
  return `${fileKey.slice(-2)}/${fileKey}`;
}

const localPlace = (fileKey: string) => path.join(settings().DATA_DIR, "files", placeOf(fileKey));

async function writeLocal(source: Readable | Uint8Array): Promise<string> {
  const file = await localPath();
  try {
    await pipeline(
      source instanceof Readable ? source : Readable.from([source]),
      createWriteStream(file, { mode: 0o600 }),
    );
    return file;
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}
