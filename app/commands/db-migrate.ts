import { findOrStartDatabase } from "~/kit/data/db/embedded/start.server";
import { migrate } from "~/kit/data/db/migrate.server";
import { printLine } from "~/kit/ground/log.server";
import { settings } from "~/kit/ground/settings.server";

/** `npm run db:migrate`: applies the migrations that the database has not seen. */
const database = await findOrStartDatabase(settings());
try {
  const applied = await migrate(database.url);
  printLine(applied.length > 0 ? `已应用 ${applied.join("、")}` : "数据库已是最新。");
} catch (error) {
  const { message, cause } = error as Error;
  printLine(cause instanceof Error ? `${message}：${cause.message}` : message);
  process.exitCode = 1;
} finally {
  await database.stop();
}
