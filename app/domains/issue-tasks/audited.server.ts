import { sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import { db } from "~/kit/data/db/pool.server";
import { differencesOf } from "~/kit/page/screens/differences";
import type { AuditedRoom } from "~/kit/room/audited.server";
import { changeLabels, changeWords } from "./change-words";
import { may } from "./policy";
import { taskRecord } from "./tasks.server";
import { taskUrl } from "./urls";

/** Changes of issue tasks by people and by the program. */
export const auditedTasks: AuditedRoom = {
  room: taskRecord.room,
  label: taskRecord.noun,
  read: may.read,
  reached: (viewer) => sql`select task_uuid as key from issue_task where ${inScope(viewer, sql`org_id`)}`,
  found: (viewer, keyword) =>
    sql`select task_uuid from issue_task where deleted_at is null and ${inScope(viewer, sql`org_id`)} and strpos(lower(task_name), lower(${keyword})) > 0`,
  async tell(_viewer, changes) {
    const { rows } = await sql<{ key: string; title: string; living: boolean }>`
      select task_uuid as key, task_num || ' ' || task_name as title, deleted_at is null as living from issue_task where task_uuid = any(${changes.map(({ recordKey }) => recordKey)})`.execute(
      db(),
    );
    const known = new Map(rows.map((row) => [row.key, row]));
    return changes.map((change) => {
      const task = known.get(change.recordKey);
      return {
        title: task?.title ?? "",
        living: task?.living === true,
        href: task?.living ? taskUrl({ taskUuid: change.recordKey }) : undefined,
        differences: differencesOf(change, changeLabels, changeWords),
      };
    });
  },
};
