import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { withMadeClips } from "~/domains/audio-clips/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, plannedOnce } from "~/kit/data/db/pool.server";
import { attachment } from "~/kit/data/files/attachment.server";
import { deleteFile, localPath, openFile, putFile } from "~/kit/data/files/files.server";
import { problem } from "~/kit/ground/problem";
import type { CompiledLine } from "~/transit/announcements/model";
import { PackageError } from "~/transit/announcements/packages/package-file";
import { type PackageSums, writePackage } from "~/transit/announcements/packages/write-package.server";
import { type PackageFormat, packageFormats } from "~/transit/announcements/words";
import { SoundFault, type SoundShape, usualShape } from "~/transit/sound/sound";
import { requireFile } from "./file-record.server";
import { readCompiled } from "./generate.server";
import type { FileRow } from "./schema";

export interface PackageFacts extends PackageSums {
  format: string;
  fileKey: string;
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

/** The same for who asks on behalf of the program; throws where the file is a draft. What was generated is read where it is not given. */
export async function makePackage(
  file: LineFileName,
  format: PackageFormat,
  line?: CompiledLine,
): Promise<PackageFacts> {
  const { fileUuid } = file;
  const known = await findPackage(fileUuid, format);
  if (known) return known;
  const key = `${fileUuid} ${format}`;
  const work = making.get(key) ?? buildPackage(file, format, line).finally(() => making.delete(key));
  making.set(key, work);
  return work;
}

const making = new Map<string, Promise<PackageFacts>>();

type LineFileName = Pick<FileRow, "fileUuid" | "lineName" | "classifyName" | "fileVersion">;

async function buildPackage(
  { fileUuid, ...file }: LineFileName,
  format: PackageFormat,
  given?: CompiledLine,
): Promise<PackageFacts> {
  const line = given ?? (await readCompiled(db(), fileUuid));
  const to = await localPath();
  try {
    const sums = await write(line, format, usualShape, to).catch((error: unknown) => {
      throw isRefusal(error) ? problem.field("fileUuid", `下载包没有做成：${error.message}`) : error;
    });
    const name = `${file.lineName}-${file.classifyName}-${file.fileVersion}.zip`;
    const fileKey = await putFile(to, { name, contentType: "application/zip", hash: sums.sha256 });
    const made = { format, fileKey, ...sums };
    if (await keepPackage(fileUuid, made)) return made;
    await deleteFile(fileKey);
    const kept = await findPackage(fileUuid, format);
    if (!kept) throw problem.field("fileUuid", "线路文件已退回草稿，请重新生成");
    return kept;
  } finally {
    await rm(to, { force: true });
  }
}

/** Answers false where another was kept first, or the file has become a draft again meanwhile. */
async function keepPackage(
  fileUuid: string,
  { format, fileKey, sizeBytes, sha256, crc32 }: PackageFacts,
): Promise<boolean> {
  const sums = sql`size_bytes = ${sizeBytes}, sha256 = ${sha256}, crc32 = ${crc32}`;
  const { rows } = await sql`
    with file as (update line_file set ${format === usualFormat ? sums : sql`state = state`} where file_uuid = ${fileUuid} and state > 0 returning file_uuid)
    insert into line_file_package (file_uuid, format, shape, file_key, size_bytes, sha256, crc32)
    select file_uuid, ${format}, ${packageShape()}, ${fileKey}, ${sizeBytes}::bigint, ${sha256}, ${crc32} from file on conflict do nothing returning file_key`.execute(
    db(),
  );
  return rows.length > 0;
}

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
  const { rows } = await sql<PackageFacts>`${plannedOnce}
    select format, file_key, size_bytes, sha256, crc32 from line_file_package where file_uuid = ${fileUuid} and shape = ${packageShape()} order by format`.execute(
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
async function write(line: CompiledLine, format: PackageFormat, shape: SoundShape, to: string): Promise<PackageSums> {
  const hashes = line.clips.map(({ sha256 }) => sha256);
  return withMadeClips(hashes, shape, async (made) => {
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
    return writePackage({ ...line, charset, clips }, format, ({ sha256 }) => paths.get(sha256)!, to);
  });
}
