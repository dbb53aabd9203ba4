import { existsSync, statfsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { newestBackup } from "~/kit/data/backup/kept-backups.server";
import { disk } from "~/kit/data/files/disk.server";
import { clamdAnswers } from "~/kit/ground/clamd.server";
import { settings } from "~/kit/ground/settings.server";
import { bad, type Finding, good, look } from "~/kit/ground/finding";

/** Asks the database one statement without values; answers its rows. */
export type AskDatabase = <Row extends object>(statement: string) => Promise<Row[]>;

/** What this host stands on beside the database. */
export const lookAtHost = async (): Promise<Finding[]> => [
  await versions(),
  ...diskSpace(),
  secretsFile(),
  await clamav(),
  await fileStore(),
  ...backups(),
];

/** What the database says of itself: its version, size, clock, connections, indexes, and jobs that nobody does. */
export async function lookAtDatabase(ask: AskDatabase): Promise<Finding[]> {
  const [found] = await ask<ServerFacts>(facts);
  return [...judge(found!), ...(await waitingJobs(ask))];
}

async function versions(): Promise<Finding> {
  const { version } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
  return good(`程序 ${version}，Node ${process.versions.node}`);
}

/** Of bytes, in words. */
export function size(bytes: number): string {
  if (bytes < 1e6) return `${Math.round(bytes / 1000)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(0)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

function diskSpace(): Finding[] {
  const { DATA_DIR } = settings();
  if (!existsSync(DATA_DIR)) return [bad(`没有数据目录 ${DATA_DIR}`)];
  const { bavail, blocks, bsize, ffree, files } = statfsSync(DATA_DIR);
  const [free, share] = [bavail * bsize, bavail / blocks];
  const words = `${DATA_DIR} 所在的磁盘还有 ${size(free)}（${Math.round(share * 100)}%）`;
  const space = free < 1e9 ? bad(words) : share < 0.1 ? look(words) : good(words);
  return files > 0 && ffree / files < 0.05 ? [space, bad("磁盘的 inode 快用完了")] : [space];
}

function secretsFile(): Finding {
  const file = path.join(settings().DATA_DIR, "secrets.json");
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return bad(`没有密钥文件 ${file}：没有它就打不开数据库，请从备份恢复`);
  return (found.mode & 0o077) === 0 ? good("密钥文件只有属主能读") : bad(`密钥文件 ${file} 别人也能读，请 chmod 600`);
}

/** One is made each day where BACKUP_DIR is set. */
function backups(): Finding[] {
  const { BACKUP_DIR } = settings();
  return BACKUP_DIR ? newestBackup(BACKUP_DIR, { look: 26, bad: 50 }) : [look("没有设 BACKUP_DIR，程序不会自己备份")];
}

async function clamav(): Promise<Finding> {
  const answers = await clamdAnswers();
  if (answers === undefined) return look("没有设 CLAMAV_URL，上传的文件不查病毒");
  return answers ? good("病毒扫描在回答") : bad("病毒扫描没有回答，现在不收上传");
}

async function fileStore(): Promise<Finding> {
  const { FILES_DRIVER, S3_ENDPOINT } = settings();
  if (FILES_DRIVER === "fs") return good("上传的文件在数据目录里");
  const answer = (await disk())
    .exists("doctor")
    .then(() => good(`对象存储 ${S3_ENDPOINT} 在回答`))
    .catch((error: Error) => bad(`对象存储 ${S3_ENDPOINT} 没有回答：${error.message}`));
  const late = sleep(storeMs, bad(`对象存储 ${S3_ENDPOINT} 在 ${storeMs / 1000} 秒内没有回答`), { ref: false });
  return Promise.race([answer, late]);
}

/** Its own client waits and tries for half a minute; who looks after the program must see all else meanwhile. */
const storeMs = 3000;

interface ServerFacts {
  version: string;
  readOnly: boolean;
  apart: number;
  used: number;
  most: number;
  bytes: number;
  invalid: string[];
  unused: string[];
  largest: string[];
  longest: number;
}

const facts = `
  select current_setting('server_version') as version, current_setting('transaction_read_only')::boolean as "readOnly",
    extract(epoch from clock_timestamp())::float8 * 1000 as apart,
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used, current_setting('max_connections')::int as most,
    pg_database_size(current_database())::float8 as bytes,
    array(select indexrelid::regclass::text from pg_index where not indisvalid) as invalid,
    array(select s.indexrelid::regclass::text from pg_stat_user_indexes s join pg_index i using (indexrelid)
      where s.idx_scan = 0 and not i.indisunique and pg_relation_size(s.indexrelid) > 100e6 order by pg_relation_size(s.indexrelid) desc limit 5) as unused,
    array(select c.oid::regclass::text || ' ' || pg_size_pretty(pg_total_relation_size(c.oid)) from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname = 'public' order by pg_total_relation_size(c.oid) desc limit 5) as largest,
    coalesce((select max(extract(epoch from now() - xact_start))::float8 from pg_stat_activity where xact_start is not null and backend_type = 'client backend'), 0) as longest`;

function judge(found: ServerFacts): Finding[] {
  const apart = Math.abs(found.apart - Date.now()) / 1000;
  const share = found.used / found.most;
  return [
    good(`PostgreSQL ${found.version}，资料 ${size(found.bytes)}，最大的表：${found.largest.join("、")}`),
    ...(found.readOnly ? [bad("数据库现在只能读（备用库，或正在切换）")] : []),
    apart > 5 ? bad(`本机的时钟和数据库的差 ${apart.toFixed(0)} 秒，请校准（NTP）`) : good("本机的时钟和数据库的一致"),
    (share > 0.8 ? look : good)(`数据库连接 ${found.used} / ${found.most}`),
    ...(found.longest > 3600 ? [look(`有一个事务已经 ${(found.longest / 3600).toFixed(1)} 小时没有结束`)] : []),
    ...(found.invalid.length > 0 ? [bad(`索引没有建完：${found.invalid.join("、")}`)] : []),
    ...(found.unused.length > 0 ? [look(`大而没有用过的索引：${found.unused.join("、")}`)] : []),
  ];
}

/** None where the program has never come up. */
async function waitingJobs(ask: AskDatabase): Promise<Finding[]> {
  const [queue] = await ask<{ there: boolean }>("select to_regclass('pgboss.job') is not null as there");
  if (!queue!.there) return [];
  const rows = await ask<{ waiting: number; old: number }>(
    `select count(*)::int as waiting, count(*) filter (where start_after < now() - interval '1 hour')::int as old
     from pgboss.job where state < 'active'`,
  );
  const { waiting, old } = rows[0]!;
  return [old > 0 ? bad(`${old} 个后台任务等了一小时以上：程序在运行吗？`) : good(`${waiting} 个后台任务在等待`)];
}
