import { sql } from "kysely";
import { lineFound } from "~/domains/lines/queries.server";
import { inScope } from "~/kit/data/access/scope.server";
import { db } from "~/kit/data/db/pool.server";
import { differencesOf } from "~/kit/page/screens/differences";
import type { AuditedRoom } from "~/kit/room/audited.server";
import { fileRecord } from "./file-record.server";
import { changeLabels, changeValue } from "./node-words";
import { may } from "./policy";
import { fileUrl } from "./urls";

const files = sql`line_file f join line_classify c using (classify_sid) join line on line.line_uuid = c.main_uuid`;

/** Changes of line files and of their nodes. */
export const auditedFiles: AuditedRoom = {
  room: fileRecord.room,
  label: fileRecord.noun,
  read: may.read,
  reached: (viewer) => sql`select f.file_uuid as key from ${files} where ${inScope(viewer, sql`line.org_id`)}`,
  found: (viewer, keyword) =>
    sql`select f.file_uuid from ${files} where f.deleted_at is null and line.deleted_at is null and ${inScope(viewer, sql`line.org_id`)} and ${lineFound(keyword)}`,
  async tell(_viewer, changes) {
    const { rows } = await sql<{ key: string; title: string; living: boolean }>`
      select f.file_uuid as key, concat_ws(' ', line.line_name, c.classify_name, f.file_version) as title, f.deleted_at is null and line.deleted_at is null as living
      from ${files} where f.file_uuid = any(${changes.map(({ recordKey }) => recordKey)})`.execute(db());
    const versions = new Map(await versionNames());
    const known = new Map(rows.map((row) => [row.key, row]));
    return changes.map((change) => {
      const file = known.get(change.recordKey);
      const node = (change.after ?? change.before)?.node;
      return {
        title: [file?.title, typeof node === "string" ? node : ""].filter(Boolean).join(" "),
        living: file?.living === true,
        href: file?.living ? fileUrl({ fileUuid: change.recordKey }) : undefined,
        differences: differencesOf(change, changeLabels, changeValue(versions)),
      };
    });
  },
};

/** What public versions are called, deleted ones too, by key. */
export async function versionNames(): Promise<[string, string][]> {
  const { rows } = await sql<{
    key: string;
    name: string;
  }>`select version_uuid as key, version_num || ' ' || version_name as name from voice_version`.execute(db());
  return rows.map(({ key, name }) => [key, name]);
}
