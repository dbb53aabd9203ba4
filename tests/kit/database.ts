import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { startDatabase } from "../../app/kit/data/db/embedded/start.server";
import { loadSecrets } from "../../app/kit/ground/secrets.server";
import { passwords } from "./passwords";

export { passwords };

const root = fileURLToPath(new URL("../..", import.meta.url));
const template = "template_bus";

/** A database server for one run of the tests. */
export interface TestServer {
  url: string;
  dataDir: string;
  stop(): Promise<void>;
}

/** TEST_DATABASE_URL if given (its role must be allowed to create databases), else an embedded server in a temporary folder. */
export async function startTestServer(): Promise<TestServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "bus-test-"));
  chmodSync(dataDir, 0o755);
  // Nothing of it outlives the run, so it need neither wait for the disk nor be tidied up.
  const inHaste = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", autovacuum: "off" };
  const database = await startDatabase({ DATA_DIR: dataDir, DATABASE_URL: process.env.TEST_DATABASE_URL }, inHaste);
  // Test files take copies of them, and beside another database nothing has made them yet.
  loadSecrets(dataDir);
  return {
    url: database.url,
    dataDir,
    async stop() {
      // On a server that stays, those made ahead of files that never came.
      if (process.env.TEST_DATABASE_URL) await dropCopies(database.url);
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Builds the program if needed (SKIP_BUILD=1 takes the build that is there) and makes the template: a database as the first start leaves it, with the demo city. */
export async function makeTemplate(server: TestServer): Promise<void> {
  if (process.env.SKIP_BUILD !== "1")
    execFileSync(process.execPath, [path.join(root, "app/commands/build.js")], { cwd: root, stdio: "inherit" });
  await ask(server.url, `drop database if exists ${template} with (force)`);
  await ask(server.url, `create database ${template}`);
  // In a process of its own: a template can be copied only while nobody is connected to it.
  execFileSync(process.execPath, [path.join(root, "tests/tools/prepare.js")], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...environment(server), NODE_ENV: "test", DATABASE_URL: inDatabase(server.url, template) },
  });
}

/** What a process that works on the demo city needs in its environment, besides DATABASE_URL. */
export function environment(server: TestServer): Record<string, string> {
  return {
    DATA_DIR: server.dataDir,
    TEST_RUN: run,
    ADMIN_PASSWORD: passwords.admin,
    DEMO_PASSWORD: passwords.demo,
    DEMO: "1",
    DEMO_DRIVE: process.env.DEMO_DRIVE ?? "0",
    OPERATOR_TIME_ZONE: "Asia/Shanghai",
    // What tests write behind the program's back counts at once.
    FIGURES_SECONDS: "0",
    // What pages are made of is the same each time.
    PAGE_SPEED_SHARE: "0",
    LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
  };
}

/** A copy of the template, to be dropped after use. */
export async function copyTemplate(serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${run}_${randomBytes(6).toString("hex")}`;
  await patiently(() => ask(serverUrl, `create database ${name} template ${template} strategy file_copy`));
  return {
    url: inDatabase(serverUrl, name),
    drop: () => patiently(() => ask(serverUrl, `drop database if exists ${name} with (force)`)),
  };
}

/** How the copies of this run are called; its processes are told by their environment. */
const run = (process.env.TEST_RUN ??= randomBytes(3).toString("hex"));

async function dropCopies(serverUrl: string): Promise<void> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  const named = "select datname from pg_database where starts_with(datname, $1)";
  const { rows } = await client.query<{ datname: string }>(named, [`test_${run}_`]);
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  await client.end();
}

/** Tries again for ten seconds while another file is copying the template (55006), or while autovacuum, which no owner may end (42501), is at work in the database. */
async function patiently(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await work();
      return;
    } catch (error) {
      if (!["55006", "42501"].includes((error as { code?: string }).code ?? "") || tries > 100) throw error;
      await sleep(100);
    }
  }
}

/** Runs one statement; answers how many rows it found or changed. */
export const ask = async (url: string, statement: string): Promise<number> =>
  (await answerOf({ connectionString: url }, statement)).rowCount ?? 0;

/** Runs one statement on a connection of its own. */
export async function answerOf<Row extends object>(
  to: pg.ClientConfig,
  statement: string,
): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client(to);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await client.query<Row>(statement);
  } finally {
    await client.end();
  }
}

export function inDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
