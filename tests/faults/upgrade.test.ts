import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrate } from "~/kit/data/db/migrate.server";
import { closeDatabase } from "~/kit/data/db/pool.server";
import { prepareDatabase } from "~/seed/prepare.server";
import { demoVisitor } from "../kit/accounts";
import { ask, inDatabase } from "../kit/database";
import { keysOfFullest, readablePaths, readPages } from "../sweeps/readings";

const own = process.env.DATABASE_URL!;
const name = `test_${process.env.TEST_RUN}_older`;
const older = inDatabase(own, name);
const folder = mkdtempSync(path.join(tmpdir(), "bus-migrations-"));
let client: pg.Client;

beforeAll(async () => {
  await ask(process.env.TEST_SERVER_URL!, `create database ${name} template template0`);
  client = new pg.Client(older);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await closeDatabase();
  process.env.DATABASE_URL = own;
  await ask(process.env.TEST_SERVER_URL!, `drop database ${name} with (force)`);
  rmSync(folder, { recursive: true });
});

/** Of files beside the database, which are no part of the dump; so are some that are found missing while they are sent. */
const packedFiles = "/voice/issue-task/:taskUuid/download";

/** How many rows each table of the program has, but of what is made anew or ends by itself. */
async function countRows(): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; rows: string }>(
    `select relname as name, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', relname), false, true, '')))[1]::text as rows
     from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`,
  );
  return Object.fromEntries(rows.map((row) => [row.name, Number(row.rows)]));
}

it("a demo city of thirty migrations ago is brought forward with every row, and every page of it answers", async () => {
  await client.query(gunzipSync(readFileSync("tests/faults/older/demo-city-0070.sql.gz")).toString());
  await client.query("select set_config('search_path', 'public', false)");
  const before = await countRows();
  expect(before.migration).toBe(57);
  const applied = await migrate(older);
  expect(applied.length).toBeGreaterThanOrEqual(30);
  const after = await countRows();
  const fewer = Object.entries(before).filter(([table, rows]) => (after[table] ?? 0) < rows);
  expect(fewer).toEqual([]);
  expect([before.station! > 50, before.line_station! > 100, before.history! > 0]).toEqual([true, true, true]);

  process.env.DATABASE_URL = older;
  await prepareDatabase(older);
  const person = await demoVisitor("admin");
  const keys = await keysOfFullest();
  const answered: string[] = [];
  for (const page of readablePaths().filter((one) => one !== packedFiles))
    answered.push(
      ...(await readPages(person, [page], keys).then(
        (said) => said.keys(),
        (error: NodeJS.ErrnoException) => [`${error.code === "ENOENT" ? "300 no file" : error.message} ${page}`],
      )),
    );
  expect(answered.length).toBeGreaterThan(100);
  expect(answered.filter((page) => page.startsWith("2")).length).toBeGreaterThan(100);
  expect(answered.filter((page) => !/^[1-4]\d\d /.test(page))).toEqual([]);
});

it("a migration that must be alone waits for nobody: it is refused, in words, while a program runs on the database", async () => {
  await client.query("drop schema if exists small cascade; create schema small");
  const small = `${older}?options=-c%20search_path%3Dsmall`;
  writeFileSync(path.join(folder, "0001_first.sql"), "create table small.one (a int);");
  expect(await migrate(small, folder)).toEqual(["0001_first.sql"]);
  writeFileSync(path.join(folder, "0002_added.sql"), "alter table small.one add column b int;");
  const program = new pg.Client({ connectionString: older, application_name: "bus-back-office told" });
  await program.connect();
  expect(await migrate(small, folder)).toEqual(["0002_added.sql"]);
  writeFileSync(path.join(folder, "0003_renamed.sql"), "-- alone: b is called c\nalter table small.one rename b to c;");
  await expect(migrate(small, folder)).rejects.toThrow(
    /0003_renamed\.sql）不能和旧版本同时进行，现在还有 \d+ 个连接来自正在运行的程序。请先停掉所有主机上的程序/,
  );
  await program.end();
  await closeDatabase();
  await expect.poll(() => migrate(small, folder)).toEqual(["0003_renamed.sql"]);
});
