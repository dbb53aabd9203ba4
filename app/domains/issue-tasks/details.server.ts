import { type RawBuilder, sql, type Transaction } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { today } from "~/kit/ground/time/today.server";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { type ListPage, type ListState } from "~/kit/page/tables/select-page.server";
import { keyOf, whereOf, fromOf } from "~/kit/room/source-sql.server";
import { isoTime } from "~/kit/data/db/iso-time";
import { type ListSource, listRows, requireRow } from "~/kit/room/source.server";
import type { DetailFilters } from "./detail-table";
import { moveDetails } from "./move-details.server";
import type { DetailRow, LogRow } from "./rows";
import { labelled, requireTask } from "./tasks.server";
import { detailStates } from "./words";

const from = sql`issue_detail join issue_task on issue_task.task_uuid = issue_detail.task_uuid and issue_task.deleted_at is null join bus on bus.bus_uuid = issue_detail.bus_uuid`;

const time = (column: string, name = column) => sql`${isoTime(sql.ref(`issue_detail.${column}`))} as ${sql.ref(name)}`;

/** Details whose vehicle and whose task lie within the viewer's organisations. */
const detailSource: ListSource<DetailRow, DetailFilters & { keys?: readonly string[] }> = {
  listed: { table: "issueDetail", key: "detailUuid", noun: "下发明细" },
  select: sql`issue_detail.detail_uuid, issue_detail.task_uuid, issue_task.task_name, issue_detail.stage, issue_detail.bus_uuid, bus.bus_self_code, bus.plate_num, organisation.org_name,
    issue_detail.dev_uuid, device.dev_self_code, issue_detail.line_uuid, issue_detail.file_uuid, issue_detail.multi_uuid, issue_detail.kind, issue_detail.file_no,
    issue_detail.file_version, issue_detail.format, issue_detail.size_bytes, issue_detail.crc32,
    issue_detail.state, ${labelled(detailStates, "issue_detail.state")} as state_name, issue_detail.percent, issue_detail.progress_code, issue_detail.progress_text, issue_detail.tries,
    issue_detail.last_error, issue_detail.reported_version, ${sql.join(
      ["nextTryAt", "noticeTime", "downloadStart", "downloadEnd", "deadline", "resultTime", "changedAt"].map((name) =>
        time(name),
      ),
    )}`,
  foreign: (mask) => sql`${mask(sql`line.org_id`, sql`line.line_name`)} as line_name,
    ${mask(sql`line.org_id`, sql`coalesce(line.line_name || ' ' || c.classify_name, m.file_name)`)} as file_name`,
  joins: sql`join issue_task on issue_task.task_uuid = issue_detail.task_uuid and issue_task.deleted_at is null join bus on bus.bus_uuid = issue_detail.bus_uuid
    join organisation on organisation.org_id = bus.org_id join device on device.dev_uuid = issue_detail.dev_uuid left join line on line.line_uuid = issue_detail.line_uuid
    left join line_file f on f.file_uuid = issue_detail.file_uuid left join line_classify c on c.classify_sid = f.classify_sid left join multi_file m on m.multi_uuid = issue_detail.multi_uuid`,
  from,
  where: ({ taskUuid, busUuid, state, keyword, stage, keys }, viewer) => [
    inScope(viewer, sql`issue_task.org_id`),
    ...(taskUuid ? [sql`issue_detail.task_uuid = ${taskUuid}`] : []),
    ...(busUuid ? [sql`issue_detail.bus_uuid = ${busUuid}`] : []),
    ...(keys ? [sql`issue_detail.detail_uuid = any(${keys})`] : []),
    ...(state === undefined ? [] : [sql`issue_detail.state = ${state}`]),
    ...(stage === undefined ? [] : [sql`issue_detail.stage = ${stage}`]),
    ...(keyword
      ? [
          sql`(strpos(lower(bus.bus_self_code), lower(${keyword})) > 0 or strpos(bus.plate_num, upper(${keyword})) > 0
            or issue_detail.line_uuid in (select line_uuid from line where ${inScope(viewer, sql`line.org_id`)} and strpos(lower(line_name), lower(${keyword})) > 0))`,
        ]
      : []),
  ],
  order: {
    busSelfCode: sql`bus.bus_self_code`,
    changedAt: sql`issue_detail.changed_at`,
    state: sql`issue_detail.state`,
    stage: sql`issue_detail.stage`,
    tries: sql`issue_detail.tries`,
    percent: sql`issue_detail.percent`,
  },
  scope: sql`bus.org_id`,
};

export const listDetails = (viewer: Viewer, state: ListState<DetailFilters>): Promise<ListPage<DetailRow>> =>
  listRows(detailSource, viewer, state);

async function requireDetail(viewer: Viewer, detailUuid: string): Promise<DetailRow> {
  const detail = await requireRow(detailSource, viewer, detailUuid);
  await requireTask(viewer, detail.taskUuid);
  return detail;
}

/** A detail with every change of its state, in their order. */
export async function getDetail(viewer: Viewer, detailUuid: string): Promise<DetailRow & { log: LogRow[] }> {
  const detail = await requireDetail(viewer, detailUuid);
  const { rows } = await sql<LogRow>`
    select ${isoTime(sql`at`)} as at, from_state, to_state, reason, actor from issue_detail_log where detail_uuid = ${detailUuid} order by log_id`.execute(
    db(),
  );
  return { ...detail, log: rows };
}

/** Which details: these, or all of a task that filters find. */
export type Which = { keys: readonly string[]; taskUuid?: string } | { filters: DetailFilters };

/** How many of them stand in one of these states. */
export async function countDetails(viewer: Viewer, which: Which, states: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${fromOf(detailSource)} where ${whereOf(detailSource, viewer, filtersOf(which))} and issue_detail.state = any(${states})`.execute(
    db(),
  );
  return rows[0]!.count;
}

const filtersOf = (which: Which) =>
  ("keys" in which ? { keys: which.keys, taskUuid: which.taskUuid } : which.filters) as DetailFilters;

/** Lets failed ones be tried from the beginning; a task that has ended runs on. Answers how many. */
export const retryDetails = (viewer: Viewer, which: Which): Promise<number> =>
  changeDetails(
    viewer,
    which,
    sql`issue_detail.state = 3 and issue_task.state <> 5 and (issue_task.last_day is null or issue_task.last_day >= ${today()}::date)`,
    async (trx, keys) => {
      const moved = await moveDetails(trx, keys, {
        to: 0,
        reason: "人工重试",
        actor: viewer.userName,
        set: sql`tries = 0, percent = 0, next_try_at = null, deadline = null, progress_code = null, progress_text = null`,
      });
      await sql`update issue_task set state = 1, ended_at = null, stopped_because = null, judged_from = now()
      where state in (3, 4) and task_uuid in (select task_uuid from issue_detail where detail_uuid = any(${moved}))`.execute(
        trx,
      );
      return moved.length;
    },
  );

/** Ends those that have not ended, each with the reason. Answers how many. */
export const cancelDetails = (viewer: Viewer, which: Which, reason?: string | null): Promise<number> =>
  changeDetails(viewer, which, sql`issue_detail.state in (0, 1)`, async (trx, keys) => {
    const why = reason || `${viewer.userName} 取消`;
    return (await moveDetails(trx, keys, { to: -1, reason: why, actor: viewer.userName })).length;
  });

async function changeDetails(
  viewer: Viewer,
  which: Which,
  condition: RawBuilder<unknown>,
  change: (trx: Transaction<DB>, keys: string[]) => Promise<number>,
): Promise<number> {
  return inTransaction(async (trx) => {
    const found = await sql<{ key: string; fits: boolean }>`
      select ${keyOf(detailSource)} as key, ${condition} as fits from ${fromOf(detailSource)} where ${whereOf(detailSource, viewer, filtersOf(which))}`.execute(
      trx,
    );
    if ("keys" in which && found.rows.length < new Set(which.keys).size) throw problem.missing("下发明细");
    const fitting = found.rows.filter(({ fits }) => fits).map(({ key }) => key);
    return fitting.length === 0 ? 0 : change(trx, fitting);
  });
}
