import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { sql } from "kysely";
import { withMadeClips } from "~/domains/audio-clips/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { attachment } from "~/kit/data/files/attachment.server";
import { deleteFile, localPath, openFile, putFile } from "~/kit/data/files/files.server";
import { hashOf } from "~/kit/data/files/hash.server";
import { problem } from "~/kit/ground/problem";
import type { CompiledLine } from "~/transit/announcements/model";
import { PackageError } from "~/transit/announcements/packages/package-file";
import { writePackage } from "~/transit/announcements/packages/write-package.server";
import { type PackageFormat, packageFormats } from "~/transit/announcements/words";
import { SoundFault, type SoundShape, usualShape } from "~/transit/sound/sound";
import { requireFile } from "./file-record.server";
import { readCompiled } from "./generate.server";
import type { FileRow } from "./schema";

export interface PackageFacts {
  format: string;
  fileKey: string;
  sizeBytes: number;
  sha256: string;
  crc32: string;
}

export const usualFormat: PackageFormat = "bus-line-file/1";

/** A file's package in a format, made of what was generated and kept; who asks for it while it is made waits for it. */
export async function preparePackage(
  viewer: Viewer,
  fileUuid: string,
  format: PackageFormat = usualFormat,
): Promise<PackageFacts> {
  const file = await requireFile(viewer, fileUuid);
  if (file.state === 0) throw problem.field("fileUuid", "这是草稿，请先生成再下载");
  return makePackage(file, format);
}

/** The same for who asks on behalf of the program; throws where the file is a draft. */
export async function makePackage(file: Named, format: PackageFormat): Promise<PackageFacts> {
  const { fileUuid } = file;
  const known = await findPackage(fileUuid, format);
  if (known) return known;
  const key = `${fileUuid} ${format}`;
  const work = making.get(key) ?? buildPackage(file, format).finally(() => making.delete(key));
  making.set(key, work);
  return work;
}

const making = new Map<string, Promise<PackageFacts>>();

type Named = Pick<FileRow, "fileUuid" | "lineName" | "classifyName" | "fileVersion">;

async function buildPackage({ fileUuid, ...file }: Named, format: PackageFormat): Promise<PackageFacts> {
  const line = await readCompiled(db(), fileUuid);
  const to = await localPath();
  try {
    await write(line, format, usualShape, to).catch((error: unknown) => {
      throw isRefusal(error) ? problem.field("fileUuid", `下载包没有做成：${error.message}`) : error;
    });
    const facts = { sizeBytes: (await stat(to)).size, sha256: await hashOf(to), crc32: await crcOf(to) };
    const name = `${file.lineName}-${file.classifyName}-${file.fileVersion}.zip`;
    const fileKey = await putFile(to, { name, contentType: "application/zip", hash: facts.sha256 });
    if (!(await keepPackage(fileUuid, format, { fileKey, ...facts }))) await deleteFile(fileKey);
    const kept = await findPackage(fileUuid, format);
    if (!kept) throw problem.field("fileUuid", "线路文件已退回草稿，请重新生成");
    return kept;
  } finally {
    await rm(to, { force: true });
  }
}

/** Answers false where another was kept first, or the file has become a draft again meanwhile. */
const keepPackage = (fileUuid: string, format: PackageFormat, facts: Omit<PackageFacts, "format">): Promise<boolean> =>
  inTransaction(async (trx) => {
    const { rows } = await sql`select from line_file where file_uuid = ${fileUuid} and state > 0 for update`.execute(
      trx,
    );
    if (rows.length === 0) return false;
    const kept = await trx
      .insertInto("lineFilePackage")
      .values({ fileUuid, format, shape: shapeName(usualShape), ...facts })
      .onConflict((same) => same.doNothing())
      .executeTakeFirst();
    const { fileKey: _, ...sums } = facts;
    if (format === usualFormat) await trx.updateTable("lineFile").set(sums).where("fileUuid", "=", fileUuid).execute();
    return kept.numInsertedOrUpdatedRows === 1n;
  });

export async function downloadPackage(viewer: Viewer, fileUuid: string, format?: string | null): Promise<Response> {
  return sendPackage(await preparePackage(viewer, fileUuid, readFormat(format)));
}

/** A package that is there already, as a download. */
export async function keptPackage(fileUuid: string, format: PackageFormat): Promise<Response | undefined> {
  const known = await findPackage(fileUuid, format);
  return known && sendPackage(known);
}

async function sendPackage({ fileKey }: PackageFacts): Promise<Response> {
  const { stream, name, contentType, size } = await openFile(fileKey);
  return attachment(stream, { name, contentType, size });
}

/** The packages of a file that are there already. */
export async function listPackages(fileUuid: string): Promise<PackageFacts[]> {
  const { rows } = await sql<PackageFacts>`
    select format, file_key, size_bytes, sha256, crc32 from line_file_package where file_uuid = ${fileUuid} and shape = ${shapeName(usualShape)} order by format`.execute(
    db(),
  );
  return rows;
}

export function readFormat(format: string | null | undefined): PackageFormat {
  if (!format) return usualFormat;
  if (format in packageFormats) return format as PackageFormat;
  throw problem.field("format", `格式应为 ${Object.keys(packageFormats).join(" 或 ")}`);
}

export const packageShape = () => shapeName(usualShape);

const findPackage = async (fileUuid: string, format: PackageFormat) =>
  (await listPackages(fileUuid)).find((one) => one.format === format);

const isRefusal = (error: unknown) => error instanceof SoundFault || error instanceof PackageError;

const shapeName = ({ codec, sampleRate, bitrate, loudness }: SoundShape) =>
  [codec, sampleRate, bitrate, loudness ?? "as-is"].join("/");

/** Clips go in as vehicles take them; those generated with say which, made ones how large. */
async function write(line: CompiledLine, format: PackageFormat, shape: SoundShape, to: string): Promise<void> {
  const hashes = line.clips.map(({ sha256 }) => sha256);
  await withMadeClips(hashes, shape, async (made) => {
    const paths = new Map([...made.values()].map((clip) => [clip.sha256, clip.path]));
    const clips = line.clips.map((clip) => {
      const { sizeBytes, durationMs, sha256, crc32: crc, codec } = made.get(clip.sha256)!;
      return {
        ...clip,
        sizeBytes,
        durationMs: Math.round(durationMs),
        sha256,
        crc32: Number.parseInt(crc, 16),
        format: codec,
      };
    });
    const charset = format === "announcer" ? ("GBK" as const) : ("UTF-8" as const);
    await writePackage({ ...line, charset, clips }, format, ({ sha256 }) => paths.get(sha256)!, to);
  });
}

async function crcOf(file: string): Promise<string> {
  let value = 0;
  for await (const bytes of createReadStream(file)) value = crc32(bytes as Buffer, value);
  return value.toString(16).padStart(8, "0");
}
