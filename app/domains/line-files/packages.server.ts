import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { withMadeClips } from "~/domains/audio-clips/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, plannedOnce } from "~/kit/data/db/pool.server";
import { attachment } from "~/kit/data/files/attachment.server";
import { deleteFile, localPath, openFile, putFile } from "~/kit/data/files/files.server";
import { lettersBeyondGbk } from "~/kit/ground/files/gbk";
import { problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import type { CompiledLine } from "~/transit/announcements/model";
import { forDevice } from "~/transit/announcements/packages/for-device";
import { PackageError } from "~/transit/announcements/packages/package-file";
import { type PackageSums, writePackage } from "~/transit/announcements/packages/write-package.server";
import { type PackageFormat, packageFormats } from "~/transit/announcements/words";
import { SoundFault, type SoundShape, usualShape } from "~/transit/sound/sound";
import { requireFile } from "./file-record.server";
import { readCompiled } from "./generate.server";
import type { FileRow } from "./schema";

export interface PackageFacts extends PackageSums, PackageKind {
  fileKey: string;
}

/** How a package is made: its format, and codec, rate, bitrate and loudness of its clips, then GBK and tts where a model wants them. */
export interface PackageKind {
  format: PackageFormat;
  shape: string;
}

const usualFormat: PackageFormat = "bus-line-file/1";
const kindOf = (format: PackageFormat = usualFormat): PackageKind => ({ format, shape: shapeName(usualShape) });

/** Of a device `d` of a `device_model m`, as their fields ask for: a charset of its own counts before the model's; the folder of texts is GBK whatever they say. */
export const kindOfDevice = {
  format: sql<string>`coalesce(nullif(m.package_format, ''), ${usualFormat})`,
  shape: sql<string>`concat_ws('/', coalesce(m.audio_codec, ${usualShape.codec}), coalesce(m.sample_rate, ${usualShape.sampleRate}::int), ${usualShape.bitrate}::int, ${usualShape.loudness}::int,
    case when coalesce(d.character_set, m.charset) = 'GBK' and coalesce(nullif(m.package_format, ''), ${usualFormat}) = ${usualFormat} then 'GBK' end, case when m.speaks then 'tts' end)`,
};

/** A file's package in a format, made of what was generated and kept; who asks for it while it is made waits for it. */
export async function preparePackage(viewer: Viewer, fileUuid: string, format?: PackageFormat): Promise<PackageFacts> {
  const file = await requireFile(viewer, fileUuid);
  if (file.state === 0) throw problem.field("fileUuid", "这是草稿，请先生成再下载");
  return makePackage(file, kindOf(format));
}

/** The usual package, and those that the models of the terminals on its line's vehicles take. */
export async function makePackages(file: LineFileName, line?: CompiledLine): Promise<void> {
  const { rows } = await sql<PackageKind>`
    select distinct ${kindOfDevice.format} as format, ${kindOfDevice.shape} as shape
    from line_file f join line_classify c using (classify_sid) join bus_line b on b.line_uuid = c.main_uuid and b.is_main and b.valid @> ${today()}::date
      join device d on d.bind_type = 'bus' and d.bind_uuid = b.bus_uuid and d.dev_type = 1 and d.deleted_at is null join device_model m using (model_uuid)
    where f.file_uuid = ${file.fileUuid} and ${kindOfDevice.format} = any(${Object.keys(packageFormats)}) order by 1, 2`.execute(
    db(),
  );
  for (const kind of [kindOf(), ...rows]) await makePackage(file, kind, line);
}

/** The same for who asks on behalf of the program; throws where the file is a draft. What was generated is read where it is not given. */
export async function makePackage(file: LineFileName, kind: PackageKind, line?: CompiledLine): Promise<PackageFacts> {
  const { fileUuid } = file;
  const known = await findPackage(fileUuid, kind);
  if (known) return known;
  const key = `${fileUuid} ${kind.format} ${kind.shape}`;
  const work = making.get(key) ?? buildPackage(file, kind, line).finally(() => making.delete(key));
  making.set(key, work);
  return work;
}

const making = new Map<string, Promise<PackageFacts>>();

type LineFileName = Pick<FileRow, "fileUuid" | "lineName" | "classifyName" | "fileVersion">;

async function buildPackage(
  { fileUuid, ...file }: LineFileName,
  kind: PackageKind,
  given?: CompiledLine,
): Promise<PackageFacts> {
  const line = given ?? (await readCompiled(db(), fileUuid));
  const to = await localPath();
  try {
    const sums = await write(line, kind, to).catch((error: unknown) => {
      throw isRefusal(error) ? problem.field("fileUuid", `下载包没有做成：${error.message}`) : error;
    });
    const name = `${file.lineName}-${file.classifyName}-${file.fileVersion}.zip`;
    const fileKey = await putFile(to, { name, contentType: "application/zip", hash: sums.sha256 });
    const made = { ...kind, fileKey, ...sums };
    if (await keepPackage(fileUuid, made)) return made;
    await deleteFile(fileKey);
    const kept = await findPackage(fileUuid, kind);
    if (!kept) throw problem.field("fileUuid", "线路文件已退回草稿，请重新生成");
    return kept;
  } finally {
    await rm(to, { force: true });
  }
}

/** Answers false where another was kept first, or the file has become a draft again meanwhile. */
async function keepPackage(
  fileUuid: string,
  { format, shape, fileKey, sizeBytes, sha256, crc32 }: PackageFacts,
): Promise<boolean> {
  const sums = sql`size_bytes = ${sizeBytes}, sha256 = ${sha256}, crc32 = ${crc32}`;
  const isUsual = format === usualFormat && shape === kindOf().shape;
  const { rows } = await sql`
    with file as (update line_file set ${isUsual ? sums : sql`state = state`} where file_uuid = ${fileUuid} and state > 0 returning file_uuid)
    insert into line_file_package (file_uuid, format, shape, file_key, size_bytes, sha256, crc32)
    select file_uuid, ${format}, ${shape}, ${fileKey}, ${sizeBytes}::bigint, ${sha256}, ${crc32} from file on conflict do nothing returning file_key`.execute(
    db(),
  );
  return rows.length > 0;
}

export async function downloadPackage(viewer: Viewer, fileUuid: string, format?: string | null): Promise<Response> {
  return sendPackage(await preparePackage(viewer, fileUuid, readFormat(format)));
}

/** A package that is there already, as a download. */
export async function keptPackage(fileUuid: string, format: PackageFormat): Promise<Response | undefined> {
  const known = await findPackage(fileUuid, kindOf(format));
  return known && sendPackage(known);
}

async function sendPackage({ fileKey }: PackageFacts): Promise<Response> {
  const { stream, name, contentType, size } = await openFile(fileKey);
  return attachment(stream, { name, contentType, size });
}

/** The packages of a file for people that are there already. */
export async function listPackages(fileUuid: string): Promise<PackageFacts[]> {
  return (await readPackages(fileUuid)).filter(({ shape }) => shape === kindOf().shape);
}

async function readPackages(fileUuid: string): Promise<PackageFacts[]> {
  const { rows } = await sql<PackageFacts>`${plannedOnce}
    select format, shape, file_key, size_bytes, sha256, crc32 from line_file_package where file_uuid = ${fileUuid} order by format, shape`.execute(
    db(),
  );
  return rows;
}

export function readFormat(format: string | null | undefined): PackageFormat {
  if (!format) return usualFormat;
  if (format in packageFormats) return format as PackageFormat;
  throw problem.field("format", `格式应为 ${Object.keys(packageFormats).join(" 或 ")}`);
}

const findPackage = async (fileUuid: string, { format, shape }: PackageKind) =>
  (await readPackages(fileUuid)).find((one) => one.format === format && one.shape === shape);

const isRefusal = (error: unknown) => error instanceof SoundFault || error instanceof PackageError;

const shapeName = ({ codec, sampleRate, bitrate, loudness }: SoundShape) =>
  [codec, sampleRate, bitrate, loudness ?? "as-is"].join("/");

function readShape(name: string): { sound: SoundShape; marks: readonly string[] } {
  const [codec, sampleRate, bitrate, loudness, ...marks] = name.split("/");
  const sound = { ...usualShape, codec: codec as SoundShape["codec"], sampleRate: Number(sampleRate) };
  return { sound: { ...sound, bitrate: Number(bitrate), loudness: Number(loudness) }, marks };
}

/** A name that a vehicle would show with boxes in it is not sent to it. */
function refuseLetters({ names, directions, nodes, publicNodes }: CompiledLine): void {
  const shown = [names, directions.map(({ stations }) => stations.map((one) => one.names)), nodes, publicNodes];
  const lacking = lettersBeyondGbk(JSON.stringify(shown));
  if (lacking.length === 0) return;
  const letters = lacking.slice(0, 10).join("、");
  throw new PackageError(`GBK 里没有“${letters}”，车上显示不出来，请改用别的字，或在设备型号里把字符集改为 UTF-8`);
}

/** Clips go in as vehicles take them; those generated with say which, made ones how large. */
async function write(generated: CompiledLine, { format, shape }: PackageKind, to: string): Promise<PackageSums> {
  const { sound, marks } = readShape(shape);
  const line = forDevice(generated, marks.includes("tts"));
  const hashes = line.clips.map(({ sha256 }) => sha256);
  return withMadeClips(hashes, sound, async (made) => {
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
    const charset = format === "announcer" || marks.includes("GBK") ? ("GBK" as const) : ("UTF-8" as const);
    if (charset === "GBK") refuseLetters(line);
    return writePackage({ ...line, charset, clips }, format, ({ sha256 }) => paths.get(sha256)!, to);
  });
}
