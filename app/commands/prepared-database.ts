import { type Database, findOrStartDatabase } from "~/kit/data/db/embedded/start.server";
import { checkMigrated } from "~/kit/data/db/migrate.server";
import { settings } from "~/kit/ground/settings.server";

/** The program's database for a command that works on what is there; throws, in words, where a start has to make it first. */
export async function openPreparedDatabase(): Promise<Database> {
  const database = await findOrStartDatabase(settings());
  try {
    await checkMigrated(database.url);
  } catch (error) {
    await database.stop();
    throw error;
  }
  process.env.DATABASE_URL = database.url;
  return database;
}
