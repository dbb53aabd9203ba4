import { CompiledQuery } from "kysely";
import PgBoss from "pg-boss";
import { db, type Database, pool } from "~/kit/data/db/pool.server";
import { onTold, tellOthers } from "~/kit/data/db/told.server";
import { takeTurn } from "~/kit/data/db/take-turn.server";
import { noted, noteRun } from "~/kit/data/logs/job-log.server";
import { own } from "~/kit/ground/faults.server";
import { log } from "~/kit/ground/log.server";
import { underNumber } from "~/kit/ground/work-number.server";
import { repeat } from "~/kit/ground/time/repeat.server";
import type { Job, Queue } from "./job";
import { openJobLocks, type JobLocks } from "./job-locks.server";

/** Puts a job into the queue, where it survives restarts; with `on` in the transaction of the change that asks for it. */
export async function enqueue<T extends object>(job: Queue<T>, data: T, on: Database = db()): Promise<void> {
  if (!known.has(job.name)) await prepareQueues([job]);
  const sent = await boss().send(job.name, data, { ...queueOptions(job), db: through(on) });
  if (!sent) throw new Error(`job ${job.name} was not taken into the queue`);
  setTimeout(() => running?.wake(job.name), on === db() ? 0 : 100).unref();
  await tellOthers("job", job.name, on);
}

/** Jobs that are at work now, and those that wait; none where the queue was never made. */
export async function countUnfinishedJobs(): Promise<{ running: number; waiting: number }> {
  const { rows } = await pool()
    .query<{ running: number; waiting: number }>(
      `select count(*) filter (where state = 'active') as running, count(*) filter (where state < 'active') as waiting
       from pgboss.job where state <= 'active' and name not like '%.given-up'`,
    )
    .catch((error: unknown) => {
      if ((error as { code?: string }).code === undefinedTable) return { rows: [] };
      throw error;
    });
  return rows[0] ?? { running: 0, waiting: 0 };
}

onTold("job", (name) => name && running?.wake(name));

const undefinedTable = "42P01";

/** Starts working on these jobs in this process. Jobs that a killed process left behind are taken up again. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export async function startJobs(jobs: readonly Job<any>[]): Promise<void> {
  if (running) return;
  // Two at once would wait for each other's new queues.
  await takeTurn(process.env.DATABASE_URL!, () => prepareQueues(jobs));
  const stopping = new AbortController();
  const workers = new Map<string, string>();
  const locks = await openJobLocks();
  for (const job of jobs) {
    const worker = await boss().work<object>(job.name, seldom, async ([taken]) => {
      if (taken) await runOne(job, taken, locks, stopping.signal);
    });
    const dead = await boss().work<object>(deadName(job.name), seldom, async ([taken]) => {
      if (taken) await job.givenUp?.(taken.data, "任务多次中断，已停止");
    });
    workers.set(job.name, worker).set(deadName(job.name), dead);
  }
  const look = repeat(2000, problem, wakeWhereJobsWait);
  const sweep = repeat(30_000, problem, () => takeUpOrphans(jobs, locks));
  await sweep.first;
  running = {
    wake(name) {
      const worker = workers.get(name);
      if (worker) boss().notifyWorker(worker);
    },
    async stop() {
      await Promise.all([look.end(), sweep.end()]);
      stopping.abort(new DOMException("the program stops", "AbortError"));
      await boss().stop({ graceful: true, wait: true, timeout: 8000, close: false });
      await locks.close();
    },
  };
}

/** One question for all queues every two seconds: the workers' own, one for each, took three hundredths of a core from an idle program. */
async function wakeWhereJobsWait(): Promise<void> {
  const { rows } = await pool().query<{ name: string }>(
    "select distinct name from pgboss.job where state < 'active' and start_after < now()",
  );
  for (const { name } of rows) running?.wake(name);
}

const seldom = { pollingIntervalSeconds: 60 };

/** Makes the queues known to the database; harmless when they are there. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
async function prepareQueues(jobs: readonly Queue<any>[]): Promise<void> {
  await boss().start();
  for (const job of jobs) {
    await boss().createQueue(deadName(job.name), { name: deadName(job.name), retryLimit: 3 });
    await boss().createQueue(job.name, { name: job.name, ...queueOptions(job) });
    known.add(job.name);
  }
}

/** Stops taking jobs and waits a few seconds for those at work; what is interrupted runs again at the next start. */
export async function stopJobs(): Promise<void> {
  const was = running;
  running = undefined;
  await was?.stop();
  if (!was) await opened?.stop({ graceful: false, wait: true, close: false });
  opened = undefined;
  known.clear();
}

const known = new Set<string>();
let running: { wake(name: string): void; stop(): Promise<void> } | undefined;
let opened: PgBoss | undefined;

function boss(): PgBoss {
  if (!opened) {
    opened = new PgBoss({ db: { executeSql: (text, values) => pool().query(text, values) }, schedule: false });
    opened.on("error", warn);
  }
  return opened;
}

const problem = "the job queue had a problem";

function warn(error: Error): void {
  log.warn({ err: error }, problem);
}

const deadName = (name: string) => `${name}.given-up`;

function queueOptions(job: Queue<never>) {
  return { retryLimit: job.retries, retryDelay: 1, expireInSeconds: job.seconds, deadLetter: deadName(job.name) };
}

function through(on: Database): PgBoss.Db {
  return {
    executeSql: async (text, values) => ({
      rows: (await on.executeQuery(CompiledQuery.raw(text, values))).rows as object[],
    }),
  };
}

async function runOne(
  job: Job<object>,
  taken: PgBoss.Job<object>,
  locks: JobLocks,
  signal: AbortSignal,
): Promise<void> {
  await locks.lock(taken.id);
  try {
    await noted(
      facts(job, taken.id, taken.data),
      () => underNumber(`${job.name} ${taken.id}`, () => orItsFault(job, taken.data, signal)),
      signal,
    );
  } finally {
    await locks.unlock(taken.id).catch(warn);
  }
}

/** A fault that the job has left behind in a callback ends the job, too. */
async function orItsFault(job: Job<object>, given: object, stopping: AbortSignal): Promise<void | { rows: number }> {
  const fault = new AbortController();
  const signal = AbortSignal.any([stopping, fault.signal]);
  let isOver = false;
  try {
    return await new Promise<void | { rows: number }>((resolve, reject) => {
      const end = (error: unknown) => {
        fault.abort(error);
        reject(error as Error);
      };
      own({ what: `job ${job.name}`, end, isOver: () => isOver }, () => job.run(given, signal)).then(resolve, reject);
    });
  } finally {
    isOver = true;
  }
}

/** Jobs that count as running though no process is alive for them. */
async function takeUpOrphans(jobs: readonly Job<object>[], locks: JobLocks): Promise<void> {
  const names = jobs.map((job) => job.name);
  const active = await pool().query<{ id: string; name: string; data: object; startedOn: Date }>(
    `select id, name, data, started_on as "startedOn" from pgboss.job where state = 'active' and name = any($1)`,
    [names],
  );
  for (const { id, name, data, startedOn } of active.rows) {
    if (await locks.isLocked(id)) continue;
    log.warn({ job: name, jobId: id }, "a job was interrupted and is taken up again");
    const job = jobs.find((one) => one.name === name)!;
    noteRun({ ...facts(job, id, data), beganAt: startedOn.getTime(), result: "interrupted" });
    await boss().fail(name, id, { message: "interrupted" });
    running?.wake(name);
  }
}

/** What the log of jobs says of a run beside how it went; who asked for it, where its data has them. */
const facts = (job: Job<object>, ref: string, data: object) => ({
  job: job.name,
  title: job.title ?? job.name,
  ref,
  userId: (data as { viewer?: { userId?: string } } | null)?.viewer?.userId,
});
