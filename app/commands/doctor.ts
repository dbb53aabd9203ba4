import { existsSync } from "node:fs";
import path from "node:path";
import { Connection } from "~/kit/data/db/connection.server";
import { checkMigrated } from "~/kit/data/db/migrate.server";
import { newestBackup } from "~/kit/data/backup/kept-backups.server";
import { bad, type Finding, good } from "~/kit/ground/finding";
import { lookAtDatabase, lookAtHost } from "~/kit/data/installation/findings.server";
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
  if (backups) tell(newestBackup(backups, { look: 48, bad: 7 * 24 }));
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

process.exitCode = await main().catch((error: unknown) => {
  printLine((error as Error).message);
  return 1;
});
