import { spawn, type ChildProcess, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { freePort } from "~/kit/data/db/embedded/port.server";
import { closeDatabase, db, pool } from "~/kit/data/db/pool.server";
import { withTimeOfPages } from "~/kit/data/db/time-for-reads.server";
import { prepareDatabase } from "~/seed/prepare.server";
import { demoVisitor } from "../kit/accounts";
import { startBuiltJobs } from "../kit/jobs";
import type { Visitor } from "../kit/visit";
import { keysOfFullest, readablePaths, readPages } from "../sweeps/readings";

vi.hoisted(() =>
  Object.assign(process.env, { DATABASE_DIRECT_URL: process.env.DATABASE_URL, PAGE_TIMEOUT_MS: "1000" }),
);

const program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].find((file) => spawnSync(file, ["-V"]).status === 0);
const direct = process.env.DATABASE_URL!;
let folder: string;
let bouncer: ChildProcess;
let person: Visitor;

beforeAll(async () => {
  if (!program) return;
  folder = mkdtempSync(path.join(tmpdir(), "bus-pooler-"));
  chmodSync(folder, 0o755);
  const port = await freePort(undefined);
  const { hostname, port: of, username, password, pathname } = new URL(direct);
  const file = path.join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${of} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
`,
  );
  const asRoot = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  bouncer = spawn(program, ["-q", ...asRoot, file], { stdio: "ignore" });
  while (!(await listens(port))) await sleep(50);
  await closeDatabase();
  process.env.DATABASE_URL = `postgres://${username}:x@127.0.0.1:${port}${pathname}`;
  await prepareDatabase(process.env.DATABASE_URL);
  person = await demoVisitor("admin");
});
afterAll(async () => {
  if (!program) return;
  await closeDatabase();
  process.env.DATABASE_URL = direct;
  const client = new pg.Client(direct);
  await client.connect();
  await client.query(
    `alter role current_user in database ${pg.escapeIdentifier(new URL(direct).pathname.slice(1))} reset all`,
  );
  await client.end();
  bouncer.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => resolve(true));
    socket.on("error", () => resolve(false)).on("connect", () => socket.destroy());
  });

const withPooler = it.skipIf(!program);
if (!program) console.log("PgBouncer is not on this machine: what goes through it is not tried");

withPooler(
  "every page answers through PgBouncer in transaction mode, whichever server connection it is given",
  async () => {
    const keys = await keysOfFullest();
    for (let round = 0; round < 2; round++) {
      const pages = await readPages(person, readablePaths(), keys);
      expect(pages.size).toBeGreaterThan(100);
      expect([...pages.keys()].filter((page) => page.startsWith("5"))).toEqual([]);
    }
  },
);

withPooler("changes, jobs and the limits of time hold there", async () => {
  const form = await person.get("/personnel/post-management/new");
  const saved = await form.submit({ postCode: "POOL", postName: "经连接池", postType: "1" });
  expect(saved.status).toBe(303);
  await startBuiltJobs();
  await expect(withTimeOfPages(() => sql`select pg_sleep(25)`.execute(db()))).rejects.toMatchObject({ code: "57014" });
  const { rows } = await pool().query<Record<string, string>>("show lock_timeout");
  expect(rows[0]).toEqual({ lock_timeout: "10s" });
  expect((await pool().query<Record<string, string>>("show timezone")).rows[0]).toEqual({ TimeZone: "UTC" });
});
