import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { isoTime } from "~/kit/data/db/iso-time";
import { type ListSource, listRows, streamRows } from "~/kit/room/source.server";
import type { ListState } from "~/kit/page/tables/select-page.server";
import type { JobFilters, JobRow } from "./job-table";
import type { LoginFilters, LoginRow } from "./login-table";
import type { RequestFilters, RequestRow } from "./request-table";
import { countAll } from "./sums.server";

/** A session that nobody ended is over when it was idle too long, or too old. */
const over = () => sql`least(s.expires_at, s.last_seen_at + ${`${settings().SESSION_IDLE_HOURS} hours`}::interval)`;
const leftAt = () => sql`case when least(s.ended_at, ${over()}) <= now() then least(s.ended_at, ${over()}) end`;
const leftHow = () =>
  sql`case when s.ended_at <= ${over()} then s.end_reason when ${over()} <= now() then 'timeout' end`;
const ofSession = sql`left join session s on s.session_id = login_log.session_id`;

export const loginSource: ListSource<LoginRow, z.output<typeof LoginFilters>> = {
  listed: { table: "loginLog", key: "logId", noun: "登录日志" },
  get select() {
    return sql`login_log.log_id::text as log_id, ${isoTime(sql`login_log.at`)} as at, ${localTime(sql`login_log.at`)} as local_time,
      login_log.user_account, login_log.user_name, o.org_name, login_log.address, login_log.browser, login_log.system, login_log.result, login_log.why,
      ${isoTime(leftAt())} as left_at, ${localTime(leftAt())} as left_time, ${leftHow()} as left_how, login_log.request_id`;
  },
  foreign: (mask) => sql`${mask(sql`by_user.org_id`, sql`by_user.user_name`)} as left_by`,
  get joins() {
    return sql`${ofSession} left join app_user by_user on by_user.user_id = s.ended_by and s.ended_at <= ${over()} left join organisation o on o.org_id = login_log.org_id`;
  },
  from: sql`login_log ${ofSession}`,
  where: ({ userAccount, address, result, leftHow: how, from, to }) => [
    ...(userAccount ? [sql`login_log.user_account = ${userAccount}`] : []),
    ...(address ? [sql`login_log.address = ${address}`] : []),
    ...(result ? [sql`login_log.result = ${result}`] : []),
    ...(how === "online" ? [sql`login_log.result = 'success' and ${leftHow()} is null`] : []),
    ...(how && how !== "online" ? [sql`${leftHow()} = ${how}`] : []),
    ...between(sql`login_log.at`, from, to),
  ],
  order: { at: sql`login_log.at` },
  scope: sql`login_log.org_id`,
};

type RequestsAsked = z.output<typeof RequestFilters> & { functions?: string[] };

const requestSource: ListSource<RequestRow, RequestsAsked> = {
  listed: { table: "requestLog", key: "logId", noun: "功能访问日志" },
  get select() {
    return sql`request_log.log_id::text as log_id, ${isoTime(sql`request_log.at`)} as at, ${localTime(sql`request_log.at`)} as local_time,
      request_log.function as function_name, request_log.method, request_log.path, request_log.status, round(request_log.ms::numeric, 1) as ms,
      request_log.user_account, request_log.user_name, o.org_name, request_log.address, request_log.request_id`;
  },
  joins: sql`left join organisation o on o.org_id = request_log.org_id`,
  where: ({ userAccount, functions, method, result, speed, from, to }) => [
    ...(userAccount ? [sql`request_log.user_account = ${userAccount}`] : []),
    ...(functions ? [oneOf(functions)] : []),
    ...(method ? [sql`request_log.method = ${method}`] : []),
    ...(result ? [ofResult[result]] : []),
    ...(speed ? [sql`request_log.ms >= 1000`] : []),
    ...between(sql`request_log.at`, from, to),
  ],
  order: { at: sql`request_log.at` },
  scope: sql`request_log.org_id`,
};

/** Of one function the index has the order as well. */
const oneOf = (functions: readonly string[]) =>
  functions.length === 1 ? sql`request_log.function = ${functions[0]}` : sql`request_log.function = any(${functions})`;

const ofResult = {
  good: sql`request_log.status < 400`,
  refused: sql`request_log.status >= 400 and request_log.status < 500`,
  fault: sql`request_log.status >= 500`,
};

/** An exact number comes from the sums of the charts where they know it: nobody counts ten million rows in a second. */
export async function listRequests(viewer: Viewer, asked: ListState<z.output<typeof RequestFilters>>) {
  const state: ListState<RequestsAsked> = await named(asked);
  const { from = "2000-01-01", to = "2999-12-31", functions, functionName: _, ...others } = state.filters;
  if (!state.exactTotal || Object.values(others).some((value) => value !== undefined))
    return listRows(requestSource, viewer, state);
  const [found, total] = await Promise.all([
    listRows(requestSource, viewer, { ...state, exactTotal: undefined }),
    countAll(viewer, { from, to }, functions),
  ]);
  return { ...found, total, more: false };
}

export async function* streamRequests(viewer: Viewer, state: ListState<z.output<typeof RequestFilters>>) {
  yield* streamRows(requestSource, viewer, await named(state));
}

/** The names are found first: a search among a few hundred, and an index for what is found. */
async function named<S extends ListState<z.output<typeof RequestFilters>>>(state: S) {
  const { functionName } = state.filters;
  if (!functionName) return state;
  const found = await db()
    .selectFrom("requestFunction")
    .select("function")
    .where(sql<boolean>`position(lower(${functionName}) in lower(function)) > 0`)
    .execute();
  const functions = found.map((row) => row.function);
  return {
    ...state,
    filters: { ...state.filters, functions: functions.includes(functionName) ? [functionName] : functions },
  };
}

export const jobSource: ListSource<JobRow, z.output<typeof JobFilters>> = {
  listed: { table: "jobLog", key: "logId", noun: "任务日志" },
  get select() {
    return sql`job_log.log_id::text as log_id, job_log.job, job_log.title, ${isoTime(sql`job_log.began_at`)} as began_at, ${localTime(sql`job_log.began_at`)} as began_time,
      ${isoTime(sql`job_log.ended_at`)} as ended_at, ${localTime(sql`job_log.ended_at`)} as ended_time, round(extract(epoch from job_log.ended_at - job_log.began_at), 1) as seconds,
      job_log.result, job_log.rows, job_log.error, job_log.ref, job_log.user_name`;
  },
  where: ({ jobTitle, result, from, to }) => [
    ...(jobTitle ? [sql`position(lower(${jobTitle}) in lower(job_log.title)) > 0`] : []),
    ...(result ? [sql`job_log.result = ${result}`] : []),
    ...between(sql`job_log.began_at`, from, to),
  ],
  order: { beganAt: sql`job_log.began_at` },
  scope: sql`job_log.org_id`,
};

const localTime = (moment: RawBuilder<unknown>) =>
  sql`to_char(${moment} at time zone ${settings().OPERATOR_TIME_ZONE}, 'YYYY-MM-DD HH24:MI:SS')`;

function between(moment: RawBuilder<unknown>, from?: string, to?: string) {
  const midnight = (day: string, add: string) =>
    sql`((${day}::date + ${sql.lit(add)}::interval)::timestamp at time zone ${settings().OPERATOR_TIME_ZONE})`;
  return [
    ...(from ? [sql`${moment} >= ${midnight(from, "0 days")}`] : []),
    ...(to ? [sql`${moment} < ${midnight(to, "1 day")}`] : []),
  ];
}
