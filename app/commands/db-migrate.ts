import { findOrStartDatabase } from "~/kernel/db/embedded/start.server";
import { migrate } from "~/kernel/db/migrate.server";
import { say } from "~/kernel/log.server";
import { settings } from "~/kernel/settings.server";

/** `npm run db:migrate`: applies the migrations that the database has not seen. */
const database = await findOrStartDatabase(settings());
try {
  const applied = await migrate(database.url);
  say(applied.length > 0 ? `已应用 ${applied.join("、")}` : "数据库已是最新。");
} finally {
  await database.stop();
}
