import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import type { RecordTable } from "~/kit/data/db/records.server";
import { settings } from "~/kit/ground/settings.server";
import { isoTime } from "~/kit/data/db/iso-time";
import { type RecordSource, requireRow } from "~/kit/room/source.server";
import type { TaskRow } from "./rows";
import type { TaskFilters } from "./table";
import { taskStates, taskTypes } from "./words";

export const taskRecord: RecordTable = {
  table: "issueTask",
  key: "taskUuid",
  room: "issue-tasks",
  noun: "下发任务",
  derived: [
    "leftOut",
    "targets",
    "preparing",
    "judgedFrom",
    "begunAt",
    "endedAt",
    "createdByName",
    "stage",
    "joinScope",
    "approvedBy",
    "approvedAt",
  ],
  lists: ["leftOut", "windows"],
  unique: {},
};

const labels = (choices: readonly { value: number; label: string }[], column: string) =>
  sql`case ${sql.ref(column)} ${sql.join(
    choices.map(({ value, label }) => sql`when ${sql.lit(value)} then ${sql.lit(label)}`),
    sql` `,
  )} end`;

export const labelled = labels;

const midnight = (day: string) => sql`(${day}::date::timestamp at time zone ${settings().OPERATOR_TIME_ZONE})`;

export const taskSource: RecordSource<TaskRow, TaskFilters> = {
  kept: taskRecord,
  select: sql`issue_task.task_uuid, issue_task.task_num, issue_task.task_name, issue_task.task_type, ${labels(taskTypes, "issue_task.task_type")} as task_type_name,
    issue_task.org_id, organisation.org_name, issue_task.state, ${labels(taskStates, "issue_task.state")} as state_name, issue_task.priority,
    ${isoTime(sql`issue_task.start_time`)} as start_time, issue_task.windows, issue_task.outside_service, issue_task.retry, issue_task.timeout_minutes, issue_task.effective_minutes,
    issue_task.stages, issue_task.stage, issue_task.next_stage_percent, issue_task.stop_at_failed_percent, issue_task.stopped_because, issue_task.preparing,
    jsonb_array_length(issue_task.left_out) as left_out_count, issue_task.last_day::text as last_day, issue_task.joins, issue_task.approved_by_name as approved_by, ${isoTime(sql`issue_task.begun_at`)} as begin_time, ${isoTime(sql`issue_task.ended_at`)} as end_time,
    issue_task.created_by_name as create_user, ${isoTime(sql`issue_task.created_at`)} as create_time, issue_task.version, counted.*`,
  joins: sql`join organisation using (org_id) cross join lateral (
    select coalesce(sum(n), 0)::int as total, coalesce(sum(n) filter (where d.state = 0), 0)::int as waiting, coalesce(sum(n) filter (where d.state = 1), 0)::int as running,
      coalesce(sum(n) filter (where d.state = 2), 0)::int as done, coalesce(sum(n) filter (where d.state = 4), 0)::int as effective,
      coalesce(sum(n) filter (where d.state = 3), 0)::int as failed, coalesce(sum(n) filter (where d.state = -1), 0)::int as cancelled
    from (select state, count(*) as n from issue_detail where issue_detail.task_uuid = issue_task.task_uuid group by state) d) counted`,
  where: ({ keyword, state, taskType, orgId, from, to }) => [
    ...(keyword
      ? [sql`(strpos(lower(issue_task.task_name), lower(${keyword})) > 0 or issue_task.task_num = ${keyword.trim()})`]
      : []),
    ...(state === undefined ? [] : [sql`issue_task.state = ${state}`]),
    ...(taskType === undefined ? [] : [sql`issue_task.task_type = ${taskType}`]),
    ...(orgId ? [sql`issue_task.org_id = ${orgId}`] : []),
    ...(from ? [sql`issue_task.created_at >= ${midnight(from)}`] : []),
    ...(to ? [sql`issue_task.created_at < ${midnight(to)} + interval '1 day'`] : []),
  ],
  order: {
    createTime: sql`issue_task.created_at`,
    taskName: sql`issue_task.task_name`,
    state: sql`issue_task.state`,
    taskType: sql`issue_task.task_type`,
    startTime: sql`issue_task.start_time`,
    priority: sql`issue_task.priority`,
  },
  scope: sql`issue_task.org_id`,
};

export const requireTask = (viewer: Viewer, taskUuid: string): Promise<TaskRow> =>
  requireRow(taskSource, viewer, taskUuid);
