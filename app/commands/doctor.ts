import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { Connection } from "~/kit/data/db/connection.server";
import { checkMigrated } from "~/kit/data/db/migrate.server";
import { bad, type Finding, good, look, lookAtDatabase, lookAtHost } from "~/kit/data/installation/findings.server";
import { printLine } from "~/kit/ground/log.server";
import { settings } from "~/kit/ground/settings.server";
import { findOrStartDatabase } from "~/kit/data/db/embedded/start.server";

const usage = `用法: npm run doctor -- [--backups <备份所在的文件夹>]
  看一看程序所依靠的一切：版本、磁盘、密钥、数据库、后台任务、文件存储、备份。什么都不改动。有问题时退出码是 1。`;

/** `npm run doctor`: looks at everything that the program stands on and changes nothing. */
async function main(): Promise<number> {
  const [option, backups, ...more] = process.argv.slice(2);
  if (option === "--help" || more.length > 0 || (option !== undefined && (option !== "--backups" || !backups))) {
    printLine(usage);
    return option === "--help" ? 0 : 2;
  }
  const told: Finding[] = [];
  const tell = (findings: Finding[]) => {
    for (const { mark, words } of findings) printLine(`${mark}：${words}`);
    told.push(...findings);
  };
  tell(await lookAtHost());
  tell(await database());
  if (backups) tell([newestBackup(backups)]);
  return told.some(({ mark }) => mark === "有问题") ? 1 : 0;
}

/** Of the database that is there: none is made to be looked at. */
async function database(): Promise<Finding[]> {
  const { DATABASE_URL, DATA_DIR } = settings();
  if (!DATABASE_URL && !existsSync(path.join(DATA_DIR, "secrets.json"))) return [bad("还没有数据库：请先 npm start")];
  const found = await findOrStartDatabase(settings()).catch((error: Error) => error);
  if (found instanceof Error) return [bad(found.message)];
  try {
    const version = await checkMigrated(found.url).then(
      () => good("数据库和程序是同一个版本"),
      (error: Error) => bad(error.message),
    );
    return [version, ...(await inDatabase(found.url))];
  } finally {
    await found.stop();
  }
}

async function inDatabase(url: string): Promise<Finding[]> {
  const client = new Connection({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return await lookAtDatabase(async <Row extends object>(text: string) => (await client.query<Row>(text)).rows);
  } finally {
    await client.end();
  }
}

function newestBackup(folder: string): Finding {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^bus-\d{8}T\d{6}Z$/.test(name)) : [];
  const newest = names.sort().at(-1);
  if (!newest) return bad(`${folder} 里没有备份`);
  const [, year, month, day, hour, minute] = /^bus-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(newest)!.map(Number);
  const hours = (Date.now() - Date.UTC(year!, month! - 1, day, hour, minute)) / 3_600_000;
  const words = `最近的备份 ${newest}，${hours < 48 ? `${hours.toFixed(0)} 小时` : `${(hours / 24).toFixed(0)} 天`}前`;
  return hours > 7 * 24 ? bad(words) : hours > 48 ? look(words) : good(words);
}

process.exitCode = await main().catch((error: unknown) => {
  printLine((error as Error).message);
  return 1;
});
