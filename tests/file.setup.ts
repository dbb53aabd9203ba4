import { afterAll } from "vitest";
import { copyTemplate } from "./database";

/** Before each test file, and before it imports the program: a database of its own. */
const copy = await copyTemplate(process.env.TEST_SERVER_URL ?? "");
process.env.DATABASE_URL = copy.url;

afterAll(async () => {
  const { closeDatabase } = await import("~/kit/data/db/pool.server");
  await closeDatabase();
  await copy.drop();
});
