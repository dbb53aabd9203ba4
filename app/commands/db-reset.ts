import { Connection } from "~/kit/data/db/connection.server";
import { findOrStartDatabase } from "~/kit/data/db/embedded/start.server";
import { closeDatabase } from "~/kit/data/db/pool.server";
import { printLine } from "~/kit/ground/log.server";
import { settings } from "~/kit/ground/settings.server";
import { prepareDatabase } from "~/seed/prepare.server";

/** `npm run db:reset -- --yes`: empties the database and makes it anew as the first start does. */
if (!process.argv.includes("--yes")) {
  printLine("此命令会删除数据库中的全部数据。确认请运行: npm run db:reset -- --yes");
  process.exit(2);
}
const database = await findOrStartDatabase(settings());
process.env.DATABASE_URL = database.url;
try {
  await emptyDatabase(database.url);
  for (const line of await prepareDatabase(database.url)) printLine(line);
  printLine("数据库已重建。正在运行的系统请重新启动。");
} finally {
  await closeDatabase();
  await database.stop();
}

async function emptyDatabase(url: string): Promise<void> {
  const client = new Connection({ connectionString: url });
  await client.connect();
  await client.query("drop schema if exists pgboss cascade; drop schema public cascade; create schema public");
  await client.end();
}
