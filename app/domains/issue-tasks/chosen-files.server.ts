import { sql } from "kysely";
import { hasBegun, unheardAmong } from "~/domains/line-files/queries.server";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { type FileKind, taskTypes } from "./words";

export const mostFiles = 200;

/** A file as tasks offer it: the key of a line file or of a file beside them. */
export interface ChosenFile {
  key: string;
  fileUuid: string | null;
  multiUuid: string | null;
  kind: number;
  name: string;
  fileNo: string;
  fileVersion: string;
  lineUuid: string | null;
  modelNum: string | null;
  sizeBytes: number | null;
}

const lineFiles = (viewer: Pick<Viewer, "orgScope">) => sql`
  select f.file_uuid as key, f.file_uuid, null::record_key as multi_uuid, 2 as kind, line.line_name || ' ' || c.classify_name as name, f.classify_sid::text as file_no,
    f.file_version, line.line_uuid::text, null::text as model_uuid, null::text as model_num, f.size_bytes::bigint, null::text as file_key, null::text as crc32, null::text as sha256, line.name_order as sorted, line.pinyin, line.initials
  from line_file f join line_classify c on c.classify_sid = f.classify_sid and c.deleted_at is null join line on line.line_uuid = c.main_uuid and line.deleted_at is null
  where f.deleted_at is null and f.state in (1, 2) and ${inScope(viewer, sql`line.org_id`)}`;

const multiFiles = (viewer: Pick<Viewer, "orgScope">) => sql`
  select m.multi_uuid as key, null::record_key as file_uuid, m.multi_uuid, m.kind, m.file_name as name, m.file_no, m.file_version, null::text as line_uuid, m.model_uuid::text, model.model_num, m.size_bytes, m.file_key, m.crc32, m.sha256,
    m.file_no as sorted, m.pinyin, m.initials
  from multi_file m left join device_model model using (model_uuid) where m.deleted_at is null and ${inScope(viewer, sql`m.org_id`)}`;

/** These files as SQL, in their order; what the viewer may not see is missing. */
export const filesAs = (viewer: Pick<Viewer, "orgScope">, keys: readonly string[]) => sql`
  select one.*, asked.serial::smallint as serial from unnest(${keys}::text[]) with ordinality as asked(asked_key, serial)
  join (${lineFiles(viewer)} and f.file_uuid = any(${keys}) union all ${multiFiles(viewer)} and m.multi_uuid = any(${keys})) one on one.key = asked.asked_key`;

/** Of a line file `f`: its variant has no newer one that may go to vehicles now. */
export const isNewest =
  () => sql`${hasBegun("f")} and not exists (select from line_file newer where newer.classify_sid = f.classify_sid and newer.deleted_at is null
    and newer.state in (1, 2) and ${hasBegun("newer")} and (newer.generated_at, newer.file_uuid) > (f.generated_at, f.file_uuid))`;

interface FileSearch {
  keyword?: string;
  page?: number;
  size?: number;
}

/** What a task of this kind can take along, of line files the newest of each variant; and how many are found. */
export async function offeredFiles(
  on: Database,
  viewer: Viewer,
  kind: FileKind,
  { keyword = "", page = 1, size = mostFiles }: FileSearch = {},
): Promise<{ files: ChosenFile[]; total: number }> {
  const from =
    kind === 2 ? sql`${lineFiles(viewer)} and ${isNewest()}` : sql`${multiFiles(viewer)} and m.kind = ${kind}`;
  const found = sql`(${from}) one where ${keyword} = '' or strpos(lower(concat_ws(' ', name, file_no, file_version)), lower(${keyword})) > 0
    or strpos(pinyin, lower(${keyword})) > 0 or strpos(initials, lower(${keyword})) > 0`;
  const [{ rows: files }, { rows: counted }] = await Promise.all([
    sql<ChosenFile>`select * from ${found} order by sorted, name, file_version desc, key limit ${size} offset ${(page - 1) * size}`.execute(
      on,
    ),
    sql<{ total: number }>`select count(*)::int as total from ${found}`.execute(on),
  ]);
  return { files, total: counted[0]!.total };
}

/** Those of these files that are there, in their order. */
export async function filesNamed(on: Database, viewer: Viewer, keys: readonly string[]): Promise<ChosenFile[]> {
  return (await sql<ChosenFile>`${filesAs(viewer, keys)} order by serial`.execute(on)).rows;
}

/** Those of these files, with their places among them, that nobody has listened to and somebody should. */
export async function unheardFiles(
  on: Database,
  chosen: readonly ChosenFile[],
): Promise<{ at: number; file: ChosenFile }[]> {
  const unheard = new Set(
    await unheardAmong(
      on,
      chosen.flatMap(({ fileUuid }) => fileUuid ?? []),
    ),
  );
  return chosen.flatMap((file, at) => (unheard.has(file.key) ? [{ at, file }] : []));
}

/** Throws where one of these line files is to go to vehicles and nobody has listened to it. */
export async function refuseUnheard(on: Database, chosen: readonly ChosenFile[]): Promise<void> {
  const errors = (await unheardFiles(on, chosen)).map(({ at, file: { name, fileVersion } }) => ({
    path: `files.${at}`,
    message: `还没有人听过 ${name} ${fileVersion}：请先在它的页面试听，或写明不听的原因`,
    row: at + 1,
  }));
  if (errors.length > 0) throw problem.fields(errors);
}

/** The files of a task; throws where one is gone, of another kind, or would fight with another of them. */
export async function requireFiles(
  on: Database,
  viewer: Viewer,
  taskType: number,
  keys: readonly string[],
): Promise<ChosenFile[]> {
  const known = new Map((await filesNamed(on, viewer, keys)).map((file) => [file.key, file]));
  const numbers = new Map<string, string>();
  const label = taskTypes.find(({ value }) => value === taskType)!.label;
  const errors = keys.flatMap((key, at) => {
    const file = known.get(key);
    const wrong = (message: string) => [{ path: `files.${at}`, message, row: at + 1 }];
    if (!file) return wrong("文件不存在、还没有生成，或不在您的机构范围内");
    if (file.kind !== taskType) return wrong(`${file.name} 不是${label}，请另建任务`);
    const same = numbers.get(file.fileNo);
    numbers.set(file.fileNo, file.name);
    return same ? wrong(`${file.name} 和 ${same} 编号相同，一个任务只能有一个版本`) : [];
  });
  if (errors.length > 0) throw problem.fields(errors);
  return keys.map((key) => known.get(key)!);
}

export async function filesOfTask(on: Database, taskUuid: string): Promise<ChosenFile[]> {
  const { rows } = await sql<ChosenFile>`
    select one.* from issue_task_file t join (${lineFiles({ orgScope: "all" })} union all ${multiFiles({ orgScope: "all" })}) one on one.key = coalesce(t.file_uuid, t.multi_uuid)
    where t.task_uuid = ${taskUuid} order by t.serial`.execute(on);
  return rows;
}
