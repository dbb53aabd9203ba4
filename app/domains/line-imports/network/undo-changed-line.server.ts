import { sql, type Transaction } from "kysely";
import { takeBackVersions } from "~/domains/line-versions/queries.server";
import { classifyRecord, lineRecord } from "~/domains/lines/queries.server";
import type { Author } from "~/kit/data/db/history.server";
import { deleteRecords, type RecordTable, restoreRecord, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";

type Fields = Record<string, unknown>;

/** Gives a line that was there before an import back what it had: its own fields, its variants and the times of its versions. Throws a Problem where somebody has changed any of it since, or no copy is kept. */
export async function undoChangedLine(
  trx: Transaction<DB>,
  author: Author,
  batchId: string,
  lineUuid: string,
): Promise<void> {
  if (await isTouchedSince(trx, batchId, lineUuid)) throw problem.field("", "导入以后又被修改或删除");
  const links = await linksLeftBy(trx, batchId, lineUuid);
  await takeBackVersions(trx, author, batchId, lineUuid);
  const { rows: variants } = await sql<{ key: string; before: Fields | null; gone: boolean }>`
    select c.classify_sid as key, c.deleted_at is not null as gone, (array_agg(h.before order by h.record_version))[1] as before
    from line_classify c join history h on h.record_key = c.classify_sid and h.room = 'lines' and h.batch_id = ${batchId}
    where c.main_uuid = ${lineUuid} group by c.classify_sid order by c.classify_sid`.execute(trx);
  await deleteRecords(
    trx,
    author,
    classifyRecord,
    variants.filter(({ before, gone }) => !before && !gone).map(({ key }) => key),
  );
  for (const { key, before, gone } of variants) {
    if (!before) continue;
    const values = { classifyName: before.classifyName, sortType: before.sortType, source: before.source };
    if (gone) await restoreRecord(trx, author, classifyRecord, key, values);
    else await updateRecord(trx, author, classifyRecord, key, values);
  }
  await giveBack(trx, author, lineRecord, { batchId, key: lineUuid });
  // Only what this import has touched: a version that a person has worked on stays theirs.
  await sql`update line_version v set imported_version = v.version from line_classify c
    where c.classify_sid = v.classify_sid and c.main_uuid = ${lineUuid} and v.deleted_at is null and v.imported_version is not null
      and exists (select from history h where h.record_key = v.version_uuid and h.batch_id = ${batchId})`.execute(trx);
  // The same file may be imported again: what it says is not what the line has now.
  await sql`update source_link l set said_hash = 'taken back', left_version = line.version from line
    where line.line_uuid = ${lineUuid} and l.link_id = any(${links}::bigint[])`.execute(trx);
}

/** The numbers whose source this import has brought the line up to date with, and that nobody has changed since; none where it only left a draft. */
async function linksLeftBy(trx: Transaction<DB>, batchId: string, lineUuid: string): Promise<string[]> {
  const { rows } = await sql<{ linkId: string }>`
    select l.link_id::text as link_id from source_link l join line on line.line_uuid = l.record_key
    where line.line_uuid = ${lineUuid} and l.said_hash is not null and l.left_version = line.version and l.retired_at is null
      and exists (select from history h where h.batch_id = ${batchId} and h.action = 'import' and (h.record_key = line.line_uuid
        or h.record_key in (select version_uuid from line_version join line_classify using (classify_sid) where main_uuid = line.line_uuid)))`.execute(
    trx,
  );
  return rows.map(({ linkId }) => linkId);
}

/** Writes the fields of a record that a batch has changed as they were before it. */
async function giveBack(
  trx: Transaction<DB>,
  author: Author,
  kept: RecordTable,
  { batchId, key }: { batchId: string; key: string },
): Promise<void> {
  const { rows } = await sql<{ before: Fields; after: Fields }>`
    select (array_agg(before order by record_version))[1] as before, (array_agg(after order by record_version desc))[1] as after
    from history where room = ${kept.room} and record_key = ${key} and batch_id = ${batchId} having count(*) > 0`.execute(
    trx,
  );
  const [change] = rows;
  if (!change) return;
  const { before, after } = change;
  const names = Object.keys(before).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (names.length > 0)
    await updateRecord(trx, author, kept, key, Object.fromEntries(names.map((name) => [name, before[name]])));
}

/** Whether anything of a line was changed after the batch, its variants and versions too. */
async function isTouchedSince(trx: Transaction<DB>, batchId: string, lineUuid: string): Promise<boolean> {
  const found = await sql`
    with own as (select line_uuid::text as key from line where line_uuid = ${lineUuid}
        union select classify_sid from line_classify where main_uuid = ${lineUuid}
        union select version_uuid from line_classify join line_version using (classify_sid) where main_uuid = ${lineUuid}),
      of_batch as (select max(at) as last from history where batch_id = ${batchId} and record_key in (select key from own))
    select from history, of_batch where record_key in (select key from own) and at > of_batch.last and batch_id is distinct from ${batchId} limit 1`.execute(
    trx,
  );
  return found.rows.length > 0;
}
