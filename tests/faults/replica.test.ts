import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { Connection } from "~/kit/data/db/connection.server";
import { ownerOf, startDatabase } from "~/kit/data/db/embedded/start.server";
import { type Database, databaseToRead, db, inTransaction, isReplicaUsed, pool } from "~/kit/data/db/pool.server";
import { mayReadReplica, Replica, Replicas } from "~/kit/data/db/replica.server";
import { ask } from "../kit/database";
import { demoVisitor } from "../kit/accounts";
import { startStandby, type Standby } from "../kit/standby";
import type { Visitor } from "../kit/visit";

/** The primary stands first in neither address. */
const { standbyPort, standbyUrl } = await vi.hoisted(async () => {
  const { freePort } = await import("../../app/kit/data/db/embedded/port.server");
  const standbyPort = await freePort(undefined);
  const url = new URL(process.env.DATABASE_URL!);
  const primary = url.host;
  url.port = String(standbyPort);
  process.env.DATABASE_READ_URL = url.href;
  const both = `${url.host},${primary}`;
  process.env.DATABASE_URL = process.env.DATABASE_URL!.replace(primary, both);
  return { standbyPort, standbyUrl: url.href };
});

const posts = "/personnel/post-management";
let standby: Standby;
let person: Visitor;
let made = 0;

beforeAll(async () => {
  // As where commits count: the server of the tests does not wait for the disk.
  const name = pg.escapeIdentifier(new URL(standbyUrl).pathname.slice(1));
  await ask(process.env.TEST_SERVER_URL!, `alter role current_user in database ${name} set synchronous_commit = on`);
  standby = await startStandby(standbyPort);
  person = await demoVisitor("admin");
}, 120_000);
afterAll(() => standby?.stop());

/** Rows that somebody has read at the standby in this database. */
async function readThere(): Promise<number> {
  // Told when a connection has nothing to do for a second.
  await sleep(1200);
  const name = new URL(standbyUrl).pathname.slice(1);
  const [row] = await standby.ask<{ read: string }>(
    `select tup_returned as read from pg_stat_database where datname = '${name}'`,
  );
  return Number(row!.read);
}

async function addPost(): Promise<string> {
  const name = `副本岗位${++made}`;
  const answer = await person.call("/api/post/v1.0/add", { postCode: `FB${made}`, postName: name, postType: 1 });
  expect(answer.code).toBe(200);
  return name;
}

const isRead = () => expect.poll(async () => (await databaseToRead()) !== db(), { timeout: 30_000 }).toBe(true);

it("of several servers that an address names, the one that takes changes is found", async () => {
  const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(db());
  expect(rows[0]!.port).not.toBe(standbyPort);
  const there = async (wants: "standby" | "any" | "read-only") => {
    const client = new Connection({ connectionString: `${process.env.DATABASE_URL}?target_session_attrs=${wants}` });
    await client.connect();
    const { rows } = await client.query<{ port: number }>("select inet_server_port() as port");
    await client.end();
    return rows[0]!.port;
  };
  expect(await Promise.all([there("standby"), there("any"), there("read-only")])).toEqual([
    standbyPort,
    standbyPort,
    standbyPort,
  ]);
  const nowhere = new Connection({
    connectionString: standbyUrl.replace(/127.0.0.1:\d+/, "$&,$&"),
  });
  await expect(nowhere.connect()).rejects.toMatchObject({ code: "57P03" });
});

it("pages, calls and exports are read at the replica, and show what was just saved", async () => {
  for (let nth = 0; nth < 5; nth++) {
    const name = await addPost();
    expect((await person.get(`${posts}?keyword=${name}`)).text).toContain(name);
    const { data } = await person.call("/api/post/v1.0/list", { keyword: name });
    expect(JSON.stringify(data)).toContain(name);
  }
  await isRead();
  const before = await readThere();
  for (let nth = 0; nth < 5; nth++) await person.get(`/station/station-management?page=${nth + 1}`);
  const between = await readThere();
  expect(between - before).toBeGreaterThan(50);
  const csv = await person.send("/station/station-management/export");
  expect([csv.status, (await csv.text()).length > 1000]).toEqual([200, true]);
  expect(await readThere()).toBeGreaterThan(between + 50);
});

it("one that lags is waited for a second, then left alone: nobody sees an older state", async () => {
  await isRead();
  await standby.ask("select pg_wal_replay_pause()");
  const late = await addPost();
  const began = performance.now();
  expect((await person.get(`${posts}?keyword=${late}`)).text).toContain(late);
  expect(performance.now() - began).toBeGreaterThan(900);
  expect(isReplicaUsed()).toBe(false);
  const quick = performance.now();
  expect((await person.get(`${posts}?keyword=${late}`)).text).toContain(late);
  expect(performance.now() - quick).toBeLessThan(900);
  await standby.ask("select pg_wal_replay_resume()");
  await isRead();
});

it.each([
  ["a statement", (change: (on: Database) => Promise<unknown>) => change(db())],
  ["a transaction", (change: (on: Database) => Promise<unknown>) => inTransaction(change)],
])("what only shows something and yet writes by %s reads what it has written", async (_by, write) => {
  await isRead();
  const remark = `写了再读 ${++made}`;
  const rolesSo = async () =>
    (await db().selectFrom("role").select("remark").where("remark", "=", remark).execute()).length;
  await mayReadReplica({}, async () => {
    expect(await rolesSo()).toBe(0);
    await standby.ask("select pg_wal_replay_pause()");
    await write((on) => on.updateTable("role").set({ remark }).execute());
    expect(await rolesSo()).toBeGreaterThan(0);
  }).finally(() => standby.ask("select pg_wal_replay_resume()"));
});

it("where a statement is broken off there, the primary answers it", async () => {
  await isRead();
  const name = await addPost();
  expect((await person.get(`${posts}?keyword=${name}`)).text).toContain(name);
  await standby.ask(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bus-back-office'",
  );
  const answers = await Promise.all(Array.from({ length: 4 }, () => person.get(`${posts}?keyword=${name}`)));
  expect(answers.map(({ status, text }) => [status, text.includes(name)])).toEqual(Array(4).fill([200, true]));
});

it("one that is away changes nothing, and is used again when it is back", async () => {
  await isRead();
  await standby.kill();
  const name = await addPost();
  const page = await person.get(`${posts}?keyword=${name}`);
  expect([page.status, page.text.includes(name), isReplicaUsed()]).toEqual([200, true, false]);
  await standby.start();
  await isRead();
});

it("one that was made a primary of its own is not read any more", async () => {
  await isRead();
  await standby.ask("select pg_promote()");
  const name = await addPost();
  expect((await person.get(`${posts}?keyword=${name}`)).text).toContain(name);
  expect(isReplicaUsed()).toBe(false);
});

it("another database is told from a copy, and never read", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "bus-other-"));
  chmodSync(folder, 0o755);
  const other = await startDatabase({ DATA_DIR: folder, DATABASE_URL: undefined });
  const there = new pg.Pool({ connectionString: other.url });
  const replicas = new Replicas([new Replica(db(), there)], pool());
  expect([await replicas.whereFit(), replicas.isUsed]).toEqual([undefined, false]);
  await there.end();
  await other.stop();
  rmSync(ownerOf(folder).data, { recursive: true, force: true });
  rmSync(folder, { recursive: true });
});
