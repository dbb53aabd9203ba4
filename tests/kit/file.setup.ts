import { copyFileSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll } from "vitest";
import { copyTemplate } from "./database";
import { endFile } from "./end-of-file";

type Copy = Awaited<ReturnType<typeof copyTemplate>>;
const shared = globalThis as typeof globalThis & { __testFolder?: string; __nextCopy?: Promise<Copy | undefined> };

/** Before each test file, and before it imports the program: a database of its own, and the process's folder as after a first start. */
const serverUrl = process.env.TEST_SERVER_URL ?? "";
const copy = (await shared.__nextCopy) ?? (await copyTemplate(serverUrl));
// The next file's is made while this one runs; the last one ends with its server.
shared.__nextCopy = copyTemplate(serverUrl).catch(() => undefined);
process.env.DATABASE_URL = copy.url;
const serverFolder = process.env.DATA_DIR!;
const folder = (shared.__testFolder ??= mkdtempSync(path.join(serverFolder, "test-")));
for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true });
copyFileSync(path.join(serverFolder, "secrets.json"), path.join(folder, "secrets.json"));
const files = path.join(serverFolder, "files");
if (existsSync(files)) cpSync(files, path.join(folder, "files"), { recursive: true });
process.env.DATA_DIR = folder;

afterAll(async () => {
  await endFile().finally(closeAll);
});

async function closeAll(): Promise<void> {
  const { closeDatabase } = await import("~/kit/data/db/pool.server");
  await closeDatabase();
  await copy.drop();
}
