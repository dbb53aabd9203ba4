import { copyFileSync, cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { copyTemplate } from "./database";

/** Before each test file, and before it imports the program: a database and a folder of files of its own. */
const copy = await copyTemplate(process.env.TEST_SERVER_URL ?? "");
process.env.DATABASE_URL = copy.url;
const serverFolder = (process.env.TEST_SERVER_FOLDER ??= process.env.DATA_DIR!);
const folder = mkdtempSync(path.join(tmpdir(), "bus-file-"));
copyFileSync(path.join(serverFolder, "secrets.json"), path.join(folder, "secrets.json"));
const files = path.join(serverFolder, "files");
if (existsSync(files)) cpSync(files, path.join(folder, "files"), { recursive: true });
process.env.DATA_DIR = folder;

afterAll(async () => {
  const { closeDatabase } = await import("~/kit/data/db/pool.server");
  await closeDatabase();
  await copy.drop();
  rmSync(folder, { recursive: true, force: true });
});
