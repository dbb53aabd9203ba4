import { sql } from "kysely";
import { db, newKey } from "~/kit/data/db/pool.server";
import { putFile } from "~/kit/data/files/files.server";
import { demoNames } from "~/seed/demo-city";

export interface MadeMulti {
  multiUuid: string;
  fileNo: string;
}

/** A small file beside the line files, straight into the table. */
export async function addMulti(
  kind: 1 | 3 | 4 | 5,
  more: { modelUuid?: string; sizeBytes?: number } = {},
): Promise<MadeMulti> {
  const multiUuid = newKey();
  const fileNo = `F-${multiUuid.slice(-8)}`;
  const fileKey = await putFile(Buffer.from(`file ${fileNo}`), {
    name: `${fileNo}.bin`,
    contentType: "application/octet-stream",
  });
  const { orgId } = await rootOrganisation();
  await db()
    .insertInto("multiFile")
    .values({
      multiUuid,
      kind,
      fileNo,
      fileName: `文件 ${fileNo}`,
      fileVersion: "1.0",
      orgId,
      fileKey,
      sizeBytes: more.sizeBytes ?? 16,
      md5: "0",
      sha256: "0",
      crc32: "00000000",
      modelUuid: more.modelUuid ?? null,
    })
    .execute();
  return { multiUuid, fileNo };
}

export const rootOrganisation = () =>
  db().selectFrom("organisation").select("orgId").where("orgPid", "is", null).orderBy("sort").executeTakeFirstOrThrow();

/** The file that the demo generated, and its line. */
export async function circularFile(): Promise<{
  fileUuid: string;
  classifySid: string;
  lineUuid: string;
  fileVersion: string;
}> {
  const { rows } = await sql<{ fileUuid: string; classifySid: string; lineUuid: string; fileVersion: string }>`
    select f.file_uuid, f.classify_sid, line.line_uuid, f.file_version from line_file f join line_classify c using (classify_sid) join line on line_uuid = main_uuid
    where line_name = ${demoNames.lines.circular} and f.state in (1, 2) and f.deleted_at is null order by f.generated_at desc limit 1`.execute(
    db(),
  );
  return rows[0]!;
}

/** What terminals do with details, as the link writes it. */
export async function setDetails(
  keys: readonly string[],
  state: number,
  more: { tries?: number; deadline?: Date } = {},
) {
  await sql`update issue_detail set state = ${state}, tries = coalesce(${more.tries ?? null}::smallint, tries), deadline = ${more.deadline ?? null}, changed_at = now() where detail_uuid = any(${keys})`.execute(
    db(),
  );
}

export interface StoredDetail {
  detailUuid: string;
  state: number;
  stage: number;
  devUuid: string;
  busUuid: string;
  tries: number;
  lastError: string | null;
  nextTryAt: Date | null;
  fileKey: string | null;
}

export async function detailsOf(taskUuid: string): Promise<StoredDetail[]> {
  const { rows } = await sql<StoredDetail>`
    select detail_uuid, state, stage, dev_uuid, bus_uuid, tries, last_error, next_try_at, file_key from issue_detail where task_uuid = ${taskUuid} order by stage, detail_uuid`.execute(
    db(),
  );
  return rows;
}
