import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db, inTransaction, plannedOnce } from "~/kit/data/db/pool.server";
import { updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { compile, defaultMaxBytes } from "~/transit/announcements/compile";
import type { Clip, CompileResult, CompiledLine, Device, Fault } from "~/transit/announcements/model";
import { compareVersions } from "~/transit/announcements/versions";
import { type FileContent, readContent } from "./file-content.server";
import { fileRecord, holdDraft, requireFile } from "./file-record.server";
import type { FileRow } from "./schema";
import { speakOwnWords } from "./speak-words.server";
import { hashSources, sourcesOf } from "./sources.server";

/** What every package of a file is made from; a model that takes less says so when it is issued. */
const device: Device = { packageFormat: "bus-line-file/1", charset: "UTF-8", maxBytes: defaultMaxBytes, speaks: false };

interface GenerateRequest {
  fileUuid: string;
  fileVersion?: string | null;
}

/** Compiles a draft and keeps what came of it for good; throws every error at its node. */
export async function generateFile(
  viewer: Viewer,
  asked: GenerateRequest,
  version?: number,
): Promise<FileRow & { warnings: Fault[] }> {
  const { warnings } = await generateDraft(viewer, asked, version);
  return { ...(await requireFile(viewer, asked.fileUuid)), warnings };
}

/** The same, answering what the file's packages are made from. */
export async function generateDraft(
  viewer: Viewer,
  { fileUuid, fileVersion }: GenerateRequest,
  version?: number,
): Promise<{ line: CompiledLine; warnings: Fault[] }> {
  // Speaking takes its time: nobody waits for a lock meanwhile.
  await speakOwnWords(viewer, await requireFile(viewer, fileUuid));
  return inTransaction(async (trx) => {
    const file = await holdDraft(trx, viewer, fileUuid, version);
    const content = await readContent(trx, file);
    const { package: line, errors, warnings } = await compileContent(trx, content, fileVersion ?? undefined);
    if (!line) throw problem.fields(errors.map(asFieldError));
    await keepCompiled(trx, viewer, fileUuid, { line, warnings }, content.clips);
    return { line, warnings };
  });
}

const asFieldError = ({ path, message, row }: Fault) => ({ path, message, row });

/** What would stop a draft, and what should be looked at; nothing is kept. */
export async function checkFile(content: Omit<FileContent, "file">): Promise<CompileResult> {
  return compileContent(db(), content);
}

async function compileContent(
  on: Database,
  { line, recipe, nodes, clips }: Omit<FileContent, "file">,
  fileVersion?: string,
): Promise<CompileResult> {
  const lastVersion = await readLastVersion(on, line.classifySid);
  return compile({
    line,
    recipe,
    nodes,
    clips,
    device,
    lastVersion,
    fileVersion: fileVersion ?? nextVersion(lastVersion),
    created: new Date().toISOString().replace(/\.\d+Z$/, "Z"),
    today: today(),
  });
}

/** The highest version that a variant was generated with. */
export async function readLastVersion(on: Database, classifySid: string): Promise<string | undefined> {
  const { rows } = await sql<{ fileVersion: string }>`${plannedOnce}
    select file_version from line_file where classify_sid = ${classifySid} and file_version is not null and deleted_at is null`.execute(
    on,
  );
  return rows
    .map((row) => row.fileVersion)
    .sort(compareVersions)
    .at(-1);
}

/** The last number of a version raised by one; the first file of a variant is 1.0. */
export function nextVersion(last: string | undefined): string {
  if (last === undefined) return "1.0";
  const [, head = "", number, tail = ""] = /^(.*?)(\d+)(\D*)$/.exec(last) ?? [];
  const next = number === undefined ? `${last}.1` : `${head}${raised(number)}${tail}`;
  if (next.length > 16) throw problem.field("fileVersion", `版本号 ${last} 之后没有 16 个字符以内的下一个，请自己填写`);
  return next;
}

const raised = (number: string) => String(BigInt(number) + 1n).padStart(number.length, "0");

async function keepCompiled(
  trx: Transaction<DB>,
  viewer: Viewer,
  fileUuid: string,
  { line: compiled, warnings }: { line: CompiledLine; warnings: readonly Fault[] },
  offered: readonly Clip[],
): Promise<void> {
  const sources = (await sourcesOf(fileUuid, trx))!;
  await updateRecord(trx, viewer, fileRecord, fileUuid, {
    state: 1,
    fileVersion: compiled.fileVersion,
    generatedAt: new Date(compiled.created),
    generatedBy: viewer.userId,
    nodeCount: compiled.nodes.length,
    audioCount: compiled.clips.length,
  });
  await sql`update line_file set contents = ${JSON.stringify(compiled)}::jsonb, sources = ${JSON.stringify(sources)}::jsonb, source_hash = ${hashSources(sources)}, findings = ${JSON.stringify(warnings)}::jsonb
    where file_uuid = ${fileUuid}`.execute(trx);
  const heard = new Set(compiled.clips.map(({ sha256 }) => sha256));
  const used = offered.flatMap(({ audioUuid, sha256 }) => (heard.has(sha256) ? [audioUuid] : []));
  await sql`${plannedOnce}insert into line_file_clip (file_uuid, sha256, file_key)
    select distinct on (sha256) ${fileUuid}, sha256, file_uuid from audio where audio_uuid = any(${used}) order by sha256, audio_uuid`.execute(
    trx,
  );
}

/** What a file was generated with, as its packages hold it; throws where it is a draft. */
export async function readCompiled(on: Database, fileUuid: string): Promise<CompiledLine> {
  const { rows } = await sql<{
    contents: CompiledLine | null;
  }>`select contents from line_file where file_uuid = ${fileUuid}`.execute(on);
  if (!rows[0]?.contents) throw problem.field("fileUuid", "这是草稿，请先生成");
  return rows[0].contents;
}
