import { sql } from "kysely";
import { may } from "~/domains/issue-tasks/policy";
import { inScope } from "~/kit/data/access/scope.server";
import { db } from "~/kit/data/db/pool.server";
import { differencesOf } from "~/kit/page/screens/differences";
import type { AuditedRoom } from "~/kit/room/audited.server";
import { multiRecord } from "./files.server";
import { fileKinds } from "./schema";
import { multiFileUrl } from "./urls";

const labels = {
  fileName: "文件",
  fileNo: "编号",
  fileVersion: "版本",
  kind: "类型",
  sizeBytes: "大小（字节）",
  sha256: "SHA-256",
  catalog: "目录",
};

/** Changes of files beside line files and of their catalogue. */
export const auditedMulti: AuditedRoom = {
  room: multiRecord.room,
  label: multiRecord.noun,
  read: may.read,
  reached: (viewer) => sql`select multi_uuid as key from multi_file where ${inScope(viewer, sql`org_id`)}`,
  async tell(_viewer, changes) {
    const { rows } = await sql<{ key: string; title: string; living: boolean }>`
      select multi_uuid as key, file_name || ' ' || file_version as title, deleted_at is null as living from multi_file where multi_uuid = any(${changes.map(({ recordKey }) => recordKey)})`.execute(
      db(),
    );
    const known = new Map(rows.map((row) => [row.key, row]));
    return changes.map((change) => {
      const file = known.get(change.recordKey);
      const catalog = (change.after ?? change.before)?.catalog;
      return {
        title: file?.title ?? (typeof catalog === "string" ? `目录 ${catalog}` : ""),
        living: file?.living === true,
        href: file?.living ? multiFileUrl({ multiUuid: change.recordKey }) : undefined,
        differences: differencesOf(change, labels, (name, value) =>
          name === "kind" ? (fileKinds.find((kind) => kind.value === value)?.label ?? "") : String(value as string),
        ),
      };
    });
  },
};
