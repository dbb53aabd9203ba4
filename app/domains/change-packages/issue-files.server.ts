import { sql, type Transaction } from "kysely";
import { may as issuing } from "~/domains/issue-tasks/policy";
import { cancelTask, fastTask } from "~/domains/issue-tasks/queries.server";
import { TaskAdd } from "~/domains/issue-tasks/schema";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { isReady, readReadiness } from "./readiness.server";
import { requirePackage } from "./source.server";

export interface IssuedFiles {
  taskUuid: string;
  vehicles: number;
  leftOut: number;
}

/** Sends a confirmed package's line files to the buses of their lines, to be used from its day on. */
export async function issueFiles(viewer: Viewer, packageUuid: string): Promise<IssuedFiles> {
  if (!allows(viewer, issuing.write) || !allows(viewer, issuing.start)) throw problem.forbidden("您没有下发文件的权限");
  const row = await requirePackage(viewer, packageUuid);
  if (row.state !== 1) throw problem.used("变更包确认以后、生效以前，才能下发它的线路文件");
  const { variants } = await readReadiness(viewer, row);
  const ready = variants.filter((one) => isReady(one) && one.isPrimary && one.have < one.buses);
  if (ready.length === 0) throw problem.field("", "没有要下发的线路文件：请先生成，或车辆都已收到");
  const { rows } = await sql<{ at: Date }>`
    select ${row.effectiveDay}::date::timestamp at time zone ${settings().OPERATOR_TIME_ZONE} as at`.execute(db());
  const values = TaskAdd.parse({
    taskName: `${row.packageName.slice(0, 50)} 线路文件`,
    taskType: 2,
    files: ready.map(({ file }) => file!.fileUuid),
    targets: { lineUuids: ready.map(({ lineUuid }) => lineUuid) },
  });
  const task = await fastTask(viewer, { ...values, packageUuid, activateAt: rows[0]!.at });
  return { taskUuid: task.taskUuid, vehicles: task.vehicles, leftOut: task.leftOut.length };
}

/** What a package has not sent yet is not sent any more. */
export async function cancelIssuing(
  trx: Transaction<DB>,
  viewer: Viewer,
  packageUuid: string,
  reason: string,
): Promise<void> {
  const { rows } = await sql<{ taskUuid: string }>`
    select task_uuid from issue_task where package_uuid = ${packageUuid} and state in (0, 1, 2) and deleted_at is null`.execute(
    trx,
  );
  for (const { taskUuid } of rows) await cancelTask(viewer, taskUuid, reason);
}
