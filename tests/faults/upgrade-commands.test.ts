import { execFile, execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, ownerOf, startDatabase } from "~/kit/data/db/embedded/start.server";
import { migrate } from "~/kit/data/db/migrate.server";

const folder = mkdtempSync(path.join(tmpdir(), "bus-upgrade-"));
const [beside, made, source, backups] = ["opt", "made", "source", "backups"].map((name) => path.join(folder, name)) as [
  string,
  string,
  string,
  string,
];
const link = path.join(beside, "bus-back-office");
const platform = `${process.platform}-${process.arch}`;
const nameOf = (version: string) => `bus-back-office-${version}-${platform}`;
const migrationsIn = (release: string) => path.join(release, "app/kit/data/db/migrations");
let database: Database;

/** A release as `npm run release` lays it out, on the packages that are here and without a build. */
function makeRelease(under: string, version: string, more: Record<string, string> = {}): string {
  const release = path.join(under, nameOf(version));
  mkdirSync(release, { recursive: true });
  for (const name of ["app", "package.json", "tsconfig.json"])
    cpSync(name, path.join(release, name), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(release, "node_modules"));
  for (const [name, text] of Object.entries(more)) writeFileSync(path.join(migrationsIn(release), name), text);
  return release;
}

function pack(name: string): string {
  const archive = path.join(made, `${name}.tar.gz`);
  execFileSync("tar", ["-czf", archive, "-C", made, name]);
  return archive;
}

beforeAll(async () => {
  makeRelease(beside, "9.0.0");
  symlinkSync(nameOf("9.0.0"), link);
  makeRelease(made, "9.1.0", { "9001_shade.sql": "alter table post add column shade text;" });
  database = await startDatabase({ DATA_DIR: source, DATABASE_URL: undefined });
  await migrate(database.url);
});
afterAll(async () => {
  await database.stop();
  for (const dataDir of [source, `${source}.newer`]) rmSync(ownerOf(dataDir).data, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

const run = (name: string, ...more: string[]) => runIn(link, name, more);

function runIn(
  cwd: string,
  name: string,
  more: string[] = [],
  others: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, DATA_DIR: source, DATABASE_URL: "", BACKUP_DIR: backups, ...others };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["--import", "tsx", `app/commands/${name}.ts`, ...more],
      { env, cwd, timeout: 120_000 },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, output: stdout + stderr }),
    );
  });
}

const releases = () => readdirSync(beside).filter((name) => name !== "bus-back-office");

it("an archive that is damaged, another's, or another platform's leaves everything as it was", async () => {
  const archive = pack(nameOf("9.1.0"));
  const digest = createHash("sha256").update(readFileSync(archive)).digest("hex");
  writeFileSync(`${archive}.sha256`, `${digest}  ${path.basename(archive)}\n`);
  appendFileSync(archive, "!");
  mkdirSync(path.join(made, "elsewhere"));
  const foreign = pack("elsewhere");
  renameSync(makeRelease(made, "9.2.0"), path.join(made, "bus-back-office-9.2.0-plan9-sparc"));
  const refused: [string, string][] = [
    [archive, "的内容和"],
    [foreign, "不是本程序的发布包"],
    [pack("bus-back-office-9.2.0-plan9-sparc"), `不是本机（${platform}）的发布包`],
    [path.join(made, "none.tar.gz"), "没有文件"],
  ];
  for (const [file, words] of refused)
    expect(await run("upgrade", file)).toEqual({ code: 1, output: expect.stringContaining(words) as string });
  rmSync(`${archive}.sha256`);
  truncateSync(archive, 100_000);
  expect((await run("upgrade", archive)).output).toContain("已损坏");
  expect([readlinkSync(link), releases()]).toEqual([nameOf("9.0.0"), [nameOf("9.0.0")]]);
});

it("an upgrade is unpacked beside, says what it does to the database, backs up first, and is taken back while the database is as it was", async () => {
  const { code, output } = await run("upgrade", pack(nameOf("9.1.0")));
  expect([code, output]).toEqual([
    0,
    expect.stringContaining("要把数据库升级 1 步（9001_shade.sql 到 9001_shade.sql）"),
  ]);
  expect(output).toContain("旧版本可以同时运行");
  expect(readlinkSync(link)).toMatch(new RegExp(`^${nameOf("9.1.0")}-[0-9a-f]{8}$`));
  expect(readdirSync(path.join(backups, "before-upgrade"))).toHaveLength(1);

  expect(await run("downgrade")).toEqual({
    code: 0,
    output: expect.stringContaining(`现在指向 ${nameOf("9.0.0")}`) as string,
  });
  expect(readlinkSync(link)).toBe(nameOf("9.0.0"));
  expect((await run("downgrade")).output).toContain(`不知道升级以前是哪个版本。旁边有 ${nameOf("9.1.0")}-`);
});

it("what must be alone is said to be, and without a folder for backups nothing is upgraded unless that is asked for", async () => {
  makeRelease(made, "9.3.0", { "9002_alone.sql": "-- alone: the name of a column changes\nselect 1;" });
  const archive = pack(nameOf("9.3.0"));
  const refused = await runIn(link, "upgrade", [archive], { BACKUP_DIR: "" });
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("请设 BACKUP_DIR")]);
  expect(readlinkSync(link)).toBe(nameOf("9.0.0"));
  const mask = process.umask(0o077);
  const { code, output } = await runIn(link, "upgrade", [archive, "--no-backup"], { BACKUP_DIR: "" });
  process.umask(mask);
  expect([code, output]).toEqual([0, expect.stringContaining("9002_alone.sql 不能和旧版本同时进行")]);
  expect(output).not.toContain("旧版本可以同时运行");
  expect(statSync(realpathSync(link)).mode & 0o777).toBe(0o755);
  expect((await run("downgrade")).code).toBe(0);
  expect(readlinkSync(link)).toBe(nameOf("9.0.0"));
});

it("once the database is newer, the way back is told: with the backup that was made it leads to what was there", async () => {
  expect((await run("upgrade", path.join(made, `${nameOf("9.1.0")}.tar.gz`))).code).toBe(0);
  expect((await run("db-migrate")).output).toContain("已应用 9001_shade.sql");
  const older = await run("upgrade", path.join(made, `${nameOf("9.3.0")}.tar.gz`));
  expect([older.code, older.output]).toEqual([1, expect.stringContaining("比数据库旧（没有迁移 9001_shade.sql）")]);
  const refused = await run("downgrade");
  expect([refused.code, readlinkSync(link)]).toEqual([1, expect.stringContaining("9.1.0")]);
  const [, move, restore] = refused.output.split("\n").filter((line) => /^ {2}\d/.test(line));
  expect(move).toContain(`mv ${source} ${source}.newer`);
  const backup = /restore\.ts (\S+)/.exec(restore!)![1]!;
  expect(readdirSync(path.join(backups, "before-upgrade"))).toContain(path.basename(backup));

  await database.stop();
  renameSync(source, `${source}.newer`);
  expect(await run("restore", backup)).toMatchObject({ code: 0 });
  expect((await run("downgrade")).code).toBe(0);
  expect(readlinkSync(link)).toBe(nameOf("9.0.0"));
  database = await startDatabase({ DATA_DIR: source, DATABASE_URL: undefined });
  expect(await migrate(database.url, migrationsIn(link))).toEqual([]);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    "select from pg_attribute where attrelid = 'post'::regclass and attname = 'shade'",
  );
  await client.end();
  expect(rows).toEqual([]);
});

it("a program that was not installed from a release says how it is upgraded", async () => {
  expect(await runIn(process.cwd(), "downgrade")).toEqual({
    code: 1,
    output: expect.stringContaining("本命令只用于由发布包安装的程序") as string,
  });
});
