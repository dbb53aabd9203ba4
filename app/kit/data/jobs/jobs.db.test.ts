import { defineJob } from "./job";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { endLogs } from "~/kit/data/logs/buffer.server";
import { inTransaction, pool } from "~/kit/data/db/pool.server";
import { fromActing, toActing } from "./acting-viewer";
import { enqueue, startJobs, stopJobs } from "./jobs.server";

afterEach(() => stopJobs());

it("runs what was put into the queue, and what a transaction put there only when it was kept", async () => {
  const ran: string[] = [];
  const job = defineJob<{ what: string }>("test.runs", async ({ what }) => void ran.push(what));
  await enqueue(job, { what: "before the start" });
  await startJobs([job]);
  await enqueue(job, { what: "after it" });
  await inTransaction((trx) => enqueue(job, { what: "with its change" }, trx));
  await inTransaction(async (trx) => {
    await enqueue(job, { what: "never" }, trx);
    throw new Error("given back");
  }).catch(() => undefined);
  await vi.waitFor(() => expect(ran.toSorted()).toEqual(["after it", "before the start", "with its change"]), {
    timeout: 60_000,
  });
});

it("tries a failed job again, and says once when it gives up", async () => {
  let tries = 0;
  const givenUp = vi.fn(async () => undefined);
  const job = defineJob<{ id: number }>(
    "test.fails",
    async () => {
      tries++;
      throw new Error("no");
    },
    { retries: 1, givenUp },
  );
  await startJobs([job]);
  await enqueue(job, { id: 7 });
  await vi.waitFor(() => expect(givenUp).toHaveBeenCalledTimes(1), { timeout: 60_000, interval: 200 });
  expect(givenUp).toHaveBeenCalledWith({ id: 7 }, expect.any(String));
  expect(tries).toBe(2);
});

it("logs each run: begin, end, result, rows, what went wrong and its number", async () => {
  let tries = 0;
  const job = defineJob<object>(
    "test.logged",
    async () => {
      if (++tries === 1) throw new Error("postgres://bus:geheim@host is gone");
      return { rows: 12 };
    },
    { retries: 1, title: "记录一次" },
  );
  await startJobs([job]);
  await enqueue(job, {});
  await vi.waitFor(() => expect(tries).toBe(2), { timeout: 60_000 });
  await stopJobs();
  await endLogs();
  const { rows } = await pool().query<{ ref: string }>(
    "select title, result, rows, error, ref, ended_at >= began_at as ends from job_log where job = 'test.logged' order by began_at",
  );
  const both = { title: "记录一次", ends: true, ref: expect.stringMatching(/^[0-9a-f-]{36}$/) };
  expect(rows).toEqual([
    { ...both, result: "failed", rows: null, error: "Error: postgres://bus:[redacted]@host is gone" },
    { ...both, result: "done", rows: 12, error: null },
  ]);
});

it("stops a running job and takes it up again at the next start", async () => {
  const runs: string[] = [];
  const job = defineJob<Record<string, never>>("test.stops", async (_, signal) => {
    runs.push("begun");
    if (runs.length === 1) await sleep(60_000, undefined, { signal });
    runs.push("done");
  });
  await startJobs([job]);
  await enqueue(job, {});
  await vi.waitFor(() => expect(runs).toEqual(["begun"]), { timeout: 60_000 });
  await stopJobs();
  await startJobs([job]);
  await vi.waitFor(() => expect(runs).toEqual(["begun", "begun", "done"]), { timeout: 60_000 });
});

it("takes up a job whose process has died, and leaves alone one that is held", async () => {
  const ran: string[] = [];
  const job = defineJob<{ what: string }>("test.orphans", async ({ what }) => void ran.push(what));
  await startJobs([job]);
  await stopJobs();
  await enqueue(job, { what: "orphan" });
  await enqueue(job, { what: "held" });
  await stopJobs();
  await pool().query("update pgboss.job set state = 'active', started_on = now() where name = $1", [job.name]);
  const held = await pool().query<{ id: string }>(
    "select id from pgboss.job where name = $1 and data->>'what' = 'held'",
    [job.name],
  );
  const other = await pool().connect();
  try {
    await other.query("select pg_advisory_lock(hashtextextended($1, 0))", [held.rows[0]!.id]);
    await startJobs([job]);
    await vi.waitFor(() => expect(ran).toEqual(["orphan"]), { timeout: 60_000 });
    expect((await pool().query("select state from pgboss.job where id = $1", [held.rows[0]!.id])).rows).toEqual([
      { state: "active" },
    ]);
  } finally {
    await other.query("select pg_advisory_unlock_all()");
    other.release();
  }
});

it("holds its running job on another connection when the one that held it is cut", async () => {
  const job = defineJob<object>("test.cut", (_, signal) => sleep(60_000, undefined, { signal }));
  await startJobs([job]);
  await enqueue(job, {});
  const active = () =>
    pool().query<{ id: string }>("select id from pgboss.job where name = $1 and state = 'active'", [job.name]);
  await vi.waitFor(async () => expect((await active()).rows).toHaveLength(1), { timeout: 60_000 });
  const [{ id }] = (await active()).rows as [{ id: string }];
  const holders = async () =>
    (
      await pool().query<{ pid: number }>(
        "select pid from pg_locks where locktype = 'advisory' and (classid::bigint << 32 | objid::bigint) = hashtextextended($1, 0)",
        [id],
      )
    ).rows.map(({ pid }) => pid);
  await vi.waitFor(async () => expect(await holders()).toHaveLength(1), { timeout: 60_000 });
  const [first] = await holders();
  await pool().query("select pg_terminate_backend($1)", [first]);
  await vi.waitFor(async () => expect((await holders()).filter((pid) => pid !== first)).toHaveLength(1), {
    timeout: 10_000,
  });
});

it("keeps a viewer as JSON and gives the same one back", async () => {
  const viewer = {
    userId: "1",
    userName: "测",
    userAccount: "t",
    isSuper: false,
    userStatus: "normal" as const,
    orgId: null,
    orgScope: ["2"],
    permissions: new Set(["map.import"]),
    sessionId: "s",
    appCode: null,
    requestId: "r",
  };
  expect(fromActing(JSON.parse(JSON.stringify(toActing(viewer))) as ReturnType<typeof toActing>)).toEqual(viewer);
});
