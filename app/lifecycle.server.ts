import { closeDatabase } from "~/kernel/db/pool.server";
import { prepareDatabase } from "~/seed/prepare.server";

/** Before the first request: the database in this program's state. Answers what must be told once. */
export async function prepareProgram(): Promise<{ announcements: string[] }> {
  return { announcements: await prepareDatabase(process.env.DATABASE_URL!) };
}

/** After the last request. */
export async function stopProgram(): Promise<void> {
  await closeDatabase();
}
