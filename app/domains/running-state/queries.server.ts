import { pool, isReplicaUsed } from "~/kit/data/db/pool.server";
import { type Finding, look } from "~/kit/ground/finding";
import { lookAtDatabase, lookAtHost } from "~/kit/data/installation/findings.server";
import { slowDays } from "~/kit/data/logs/slow-statements.server";
import { settings, type Settings } from "~/kit/ground/settings.server";

const ask = async <Row extends object>(statement: string, values: unknown[] = []) =>
  (await pool().query<Row>(statement, values)).rows;

/** What `npm run doctor` says of this host and its database, what is wrong first. */
export async function findings(): Promise<Finding[]> {
  const [host, database] = await Promise.all([lookAtHost(), lookAtDatabase(ask)]);
  const replica = isReplicaUsed() === false ? [look("只读的备库落后或连不上，现在都在主库上读")] : [];
  const rank = (of: Finding) => ["有问题", "注意", "好"].indexOf(of.mark);
  return [...host, ...database, ...replica].sort((one, other) => rank(one) - rank(other));
}

/** A process of the program that works on this database. */
export interface RunningProcess {
  /** Of its host, as the database sees it; null over a socket of the same machine. */
  address: string | null;
  since: Date;
}

/** Each holds one connection on which it hears of the others, past any pooler. */
export const runningProcesses = (): Promise<RunningProcess[]> =>
  ask<RunningProcess>(
    `select host(client_addr) as address, backend_start as since from pg_stat_activity
     where datname = current_database() and application_name = 'bus-back-office told' order by 1, 2`,
  );

/** Work of the last days that took long, of one kind: how often, how long at most and altogether, and the last of it by its number. */
export interface SlowWork {
  what: string;
  times: number;
  most: number;
  altogether: number;
  last: Date;
  requestId: string | null;
  /** What asked for a statement, where it was a request. */
  function?: string | null;
}

const most = 10;
const ofSlow = `count(*)::int as times, max(ms)::int as most, sum(ms)::float8 as altogether, max(at) as last, (array_agg(request_id order by at desc))[1] as "requestId"`;

/** Functions with pages and calls of a second or more, those with the most such time first. */
export const slowFunctions = (): Promise<SlowWork[]> =>
  ask<SlowWork>(
    `select function as what, ${ofSlow} from request_log where ms >= 1000 and at > now() - make_interval(days => $1) group by function
     order by altogether desc limit $2`,
    [slowDays, most],
  );

/** Statements of SLOW_STATEMENT_MS or more likewise, with the function whose request asked last. */
export const slowStatements = (): Promise<SlowWork[]> =>
  ask<SlowWork>(
    `with slow as (select sql as what, ${ofSlow} from slow_statement where at > now() - make_interval(days => $1) group by sql order by altogether desc limit $2)
     select slow.*, asked.function from slow left join lateral
       (select function from request_log where request_log.at between slow.last - interval '5 minutes' and slow.last and request_log.request_id = slow."requestId" limit 1) asked on true
     order by altogether desc`,
    [slowDays, most],
  );

type Months = { [Name in keyof Settings]: Settings[Name] extends number ? Name : never }[keyof Settings];

/** What grows while people and vehicles work, and for how long it is kept: a setting of months or days, or for ever. */
const growing: { what: string; tables: string[]; kept?: Months; of?: "天" | "个月" }[] = [
  { what: "车辆位置", tables: ["device_report"], kept: "REPORT_KEEP_DAYS", of: "天" },
  { what: "功能访问日志", tables: ["request_log"], kept: "REQUEST_LOG_MONTHS", of: "个月" },
  { what: "用户登录日志和会话", tables: ["login_log", "session", "session_tab"], kept: "LOGIN_LOG_MONTHS", of: "个月" },
  { what: "系统任务日志", tables: ["job_log"], kept: "JOB_LOG_MONTHS", of: "个月" },
  { what: "下发的过程", tables: ["issue_detail_log"], kept: "ISSUE_LOG_MONTHS", of: "个月" },
  { what: "围栏和报警事件", tables: ["vehicle_event"], kept: "FENCE_EVENT_MONTHS", of: "个月" },
  {
    what: "批量匹配和批量生成的过程",
    tables: ["match_batch", "match_batch_line", "line_file_batch", "line_file_batch_line"],
    kept: "BATCH_MONTHS",
    of: "个月",
  },
  { what: "修改历史", tables: ["history"] },
  { what: "导入的批次和替换前的内容", tables: ["import_batch", "sheet_row", "version_before", "map_import_before"] },
  { what: "安全事件", tables: ["security_event"], kept: "SECURITY_EVENT_MONTHS", of: "个月" },
];

export interface KeptData {
  what: string;
  bytes: number;
  /** As the database estimates them. */
  rows: number;
  kept: string;
}

/** How much each of them takes, and all else; the largest first. */
export async function keptData(): Promise<KeptData[]> {
  const names = growing.flatMap(({ tables }) => tables);
  const [sizes, [whole], [files]] = await Promise.all([
    ask<{ name: string; bytes: number; rows: number }>(
      `select name, coalesce(sum(pg_total_relation_size(part.relid)), 0)::float8 as bytes, coalesce(sum(greatest(c.reltuples, 0)), 0)::float8 as rows
       from unnest($1::text[]) as name, pg_partition_tree(name::regclass) as part join pg_class c on c.oid = part.relid group by name`,
      [names],
    ),
    ask<{ bytes: number }>("select pg_database_size(current_database())::float8 as bytes"),
    ask<{ bytes: number; rows: number }>(
      "select coalesce(sum(size_bytes), 0)::float8 as bytes, count(*)::float8 as rows from stored_file",
    ),
  ]);
  const sum = (tables: string[], of: "bytes" | "rows") =>
    sizes.filter(({ name }) => tables.includes(name)).reduce((total, one) => total + one[of], 0);
  const found = growing.map(({ what, tables, kept, of }) => {
    const months = kept && settings()[kept];
    return {
      what,
      bytes: sum(tables, "bytes"),
      rows: sum(tables.slice(0, 1), "rows"),
      kept: months ? `${months} ${of}（${kept}）` : "一直保留",
    };
  });
  const counted = found.reduce((total, { bytes }) => total + bytes, 0);
  return [
    ...found.sort((one, other) => other.bytes - one.bytes),
    { what: "其余的资料", bytes: Math.max(0, whole!.bytes - counted), rows: NaN, kept: "一直保留" },
    { what: "上传的文件（不在数据库里）", bytes: files!.bytes, rows: files!.rows, kept: "一直保留" },
  ];
}
