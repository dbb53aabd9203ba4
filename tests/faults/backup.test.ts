import { execFile } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, ownerOf, startDatabase } from "~/kit/data/db/embedded/start.server";
import { migrate } from "~/kit/data/db/migrate.server";

const folder = mkdtempSync(path.join(tmpdir(), "bus-backup-"));
const [source, copy, backups] = ["source", "copy", "backups"].map((name) => path.join(folder, name)) as [
  string,
  string,
  string,
];
let database: Database;
let client: pg.Client;

beforeAll(async () => {
  database = await startDatabase({ DATA_DIR: source, DATABASE_URL: undefined });
  await migrate(database.url);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("create table written (n int primary key, filler text)");
  mkdirSync(path.join(source, "files/aa"), { recursive: true });
  writeFileSync(path.join(source, "files/aa/kept"), "声音");
});
afterAll(async () => {
  await client.end();
  await database.stop();
  // Where root may enter and the database's account may not, it lies elsewhere.
  for (const dataDir of [source, copy]) rmSync(ownerOf(dataDir).data, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

function run(
  name: string,
  argument: string,
  DATA_DIR: string,
  ...more: string[]
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["--import", "tsx", `app/commands/${name}.ts`, argument, ...more],
      { env: { ...process.env, DATA_DIR, DATABASE_URL: "" }, timeout: 120_000 },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, output: stdout + stderr }),
    );
  });
}

const backupMade = () =>
  path.join(
    backups,
    readdirSync(backups).find((name) => !name.endsWith(".partial"))!,
  );

it("backs up while rows are written: restored elsewhere, all that was acknowledged before is there, and nothing out of its turn", async () => {
  let [acknowledged, isOver] = [0, false];
  const writing = (async () => {
    for (let n = 1; !isOver; n++) {
      await client.query("insert into written values ($1, repeat('x', 2000))", [n]);
      acknowledged = n;
    }
  })();
  while (acknowledged < 100) await new Promise((wake) => setTimeout(wake, 10));
  const before = acknowledged;
  const made = await run("backup", backups, source);
  isOver = true;
  await writing;
  expect([made.code, made.output]).toEqual([0, expect.stringContaining("已备份到")]);

  expect(await run("restore", backupMade(), copy)).toEqual({
    code: 0,
    output: expect.stringContaining("现在可以 npm start") as string,
  });
  const restored = await startDatabase({ DATA_DIR: copy, DATABASE_URL: undefined });
  const there = new pg.Client({ connectionString: restored.url });
  await there.connect();
  try {
    const { rows } = await there.query<{ count: number; last: number }>(
      "select count(*)::int as count, max(n) as last from written",
    );
    const { count, last } = rows[0]!;
    expect(count).toBe(last);
    expect(last).toBeGreaterThanOrEqual(before);
    expect(last).toBeLessThanOrEqual(acknowledged);
    expect((await there.query("select from migration")).rowCount).toBeGreaterThan(50);
  } finally {
    await there.end();
    await restored.stop();
  }
  expect(readFileSync(path.join(copy, "files/aa/kept"), "utf8")).toBe("声音");
});

it("the doctor finds what is well, what wants a look and that there is no backup, and makes nothing", async () => {
  const well = await run("doctor", "--backups", source, backups);
  expect([well.code, well.output]).toEqual([0, expect.stringContaining("好：数据库和程序是同一个版本")]);
  for (const words of [
    "好：PostgreSQL 18",
    "好：本机的时钟和数据库的一致",
    "好：最近的备份 bus-",
    "注意：没有设 CLAMAV_URL",
  ])
    expect(well.output).toContain(words);
  chmodSync(path.join(source, "secrets.json"), 0o644);
  const open = await run("doctor", "--backups", source, copy);
  expect(open.code).toBe(1);
  for (const words of ["有问题：密钥文件", "里没有备份"]) expect(open.output).toContain(words);
  const nowhere = path.join(folder, "nowhere");
  expect((await run("doctor", "--backups", nowhere, backups)).output).toContain("还没有数据库：请先 npm start");
  expect(existsSync(nowhere)).toBe(false);
});

it("restores nothing over what is there, nothing of a backup that is damaged, and nothing of what is none", async () => {
  expect((await run("restore", backupMade(), copy)).output).toContain("里已有内容，没有恢复");
  const elsewhere = path.join(folder, "elsewhere");
  expect((await run("restore", source, elsewhere)).output).toContain("它不是备份，或者没有做完");
  appendFileSync(path.join(backupMade(), "files/aa/kept"), "！");
  rmSync(path.join(backupMade(), "postgres/PG_VERSION"));
  const { code, output } = await run("restore", backupMade(), elsewhere);
  expect(code).toBe(1);
  for (const words of ["备份已损坏，没有恢复", "files/aa/kept（内容变了）", "postgres/PG_VERSION（没有）"])
    expect(output).toContain(words);
  const told = path.join(backupMade(), "manifest.json");
  const manifest = JSON.parse(readFileSync(told, "utf8")) as { files: object[] };
  manifest.files.push({ path: "../outside", size: 1, sha256: "" });
  writeFileSync(told, JSON.stringify(manifest));
  expect((await run("restore", backupMade(), elsewhere)).output).toContain("不该有的路径 ../outside");
  expect(existsSync(elsewhere)).toBe(false);
});
