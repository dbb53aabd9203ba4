import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { copyFile } from "./copy-file.server";
import { generateFile } from "./generate.server";
import { requireFile } from "./file-record.server";
import { speakOwnWords } from "./speak-words.server";
import { changedParts, readSources } from "./sources.server";
import { type SourcePart, sourceParts, type Sources } from "./words";

/** Runs work as if a day's changes were in force; afterwards nothing that it wrote is there. */
export type AsIf = <T>(work: () => Promise<T>) => Promise<T>;

export interface AheadFile {
  fileUuid: string;
  classifySid: string;
  fileVersion: string;
  /** What has changed since it was made, in words. */
  changed: string[];
  /** Another file of the variant was generated after it: its number is no longer the highest. */
  isOvertaken: boolean;
}

/** Generates the file that a variant shall have from a day on, from its latest one; throws every error at its node. */
export async function generateAhead(
  viewer: Viewer,
  { classifySid, packageUuid, validFrom }: { classifySid: string; packageUuid: string; validFrom: string },
  asIf: AsIf,
): Promise<{ fileUuid: string; fileVersion: string; warnings: number }> {
  const latest = await findLatest(classifySid);
  // What is spoken stays; of the try itself nothing does.
  await speakOwnWords(viewer, await requireFile(viewer, latest));
  const made = await asIf(async () => {
    await sql`update line_file set deleted_at = now() where classify_sid = ${classifySid} and state = 0 and deleted_at is null`.execute(
      db(),
    );
    const { fileUuid } = await copyFile(viewer, { fileUuid: latest });
    const { fileVersion, warnings } = await generateFile(viewer, { fileUuid });
    return { fileUuid, fileVersion: fileVersion!, warnings: warnings.length, rows: await readRows(fileUuid) };
  });
  await inTransaction(async (trx) => {
    await sql`update line_file set state = 3, updated_at = now() where package_uuid = ${packageUuid} and classify_sid = ${classifySid} and state = 1`.execute(
      trx,
    );
    await writeRows(trx, made.rows);
    await sql`update line_file set package_uuid = ${packageUuid}, valid_from = ${validFrom} where file_uuid = ${made.fileUuid}`.execute(
      trx,
    );
  });
  return made;
}

/** The files made for a package; called as if the package were in force, `changed` says what they no longer agree with. */
export async function listAhead(packageUuid: string): Promise<AheadFile[]> {
  const { rows } = await sql<Omit<AheadFile, "changed"> & { sources: Sources | null }>`
    select distinct on (f.classify_sid) f.file_uuid, f.classify_sid, f.file_version, f.sources, exists (
      select from line_file newer where newer.classify_sid = f.classify_sid and newer.deleted_at is null and newer.state in (1, 2) and newer.generated_at > f.generated_at) as is_overtaken
    from line_file f where f.package_uuid = ${packageUuid} and f.deleted_at is null and f.state in (1, 2) order by f.classify_sid, f.generated_at desc`.execute(
    db(),
  );
  const now = await readSources(sql`f.file_uuid = any(${rows.map(({ fileUuid }) => fileUuid)})`, db());
  return rows.map(({ sources, ...file }) => ({
    ...file,
    changed: changedParts(sources, now.get(file.fileUuid)?.sources).map((part: SourcePart) => sourceParts[part]),
  }));
}

async function findLatest(classifySid: string): Promise<string> {
  const { rows } = await sql<{ fileUuid: string }>`
    select file_uuid from line_file where classify_sid = ${classifySid} and deleted_at is null and state in (1, 2) order by generated_at desc limit 1`.execute(
    db(),
  );
  if (!rows[0]) throw problem.field("", "还没有线路文件：请先在文件管理中为它生成一份");
  return rows[0].fileUuid;
}

const nodesOf = (fileUuid: string) => sql`select node_uuid from line_file_node where file_uuid = ${fileUuid}`;

/** The tables of a file and which of their rows are its. */
const tables = {
  line_file: (fileUuid: string) => sql`file_uuid = ${fileUuid}`,
  line_file_node: (fileUuid: string) => sql`file_uuid = ${fileUuid}`,
  line_file_node_audio: (fileUuid: string) => sql`node_uuid in (${nodesOf(fileUuid)})`,
  line_file_node_text: (fileUuid: string) => sql`node_uuid in (${nodesOf(fileUuid)})`,
  line_file_clip: (fileUuid: string) => sql`file_uuid = ${fileUuid}`,
  history: (fileUuid: string) => sql`record_key = ${fileUuid}`,
};

async function readRows(fileUuid: string): Promise<[table: string, rows: string][]> {
  const read: [string, string][] = [];
  for (const [table, isOwn] of Object.entries(tables)) {
    const { rows } = await sql<{ kept: string }>`
      select coalesce(jsonb_agg(to_jsonb(own)), '[]')::text as kept from (select * from ${sql.table(table)} where ${isOwn(fileUuid)}) as own`.execute(
      db(),
    );
    read.push([table, rows[0]!.kept]);
  }
  return read;
}

async function writeRows(trx: Transaction<DB>, kept: readonly [table: string, rows: string][]): Promise<void> {
  for (const [table, rows] of kept)
    await sql`insert into ${sql.table(table)} select * from jsonb_populate_recordset(null::${sql.table(table)}, ${rows}::jsonb)`.execute(
      trx,
    );
}
