import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { log, redactUrl } from "~/kit/ground/log.server";
import { Problem } from "~/kit/ground/problem";
import { LogBuffer, storable } from "./buffer.server";

/** One run of a job; times in milliseconds. `ref` is the number that stands in the program's log. */
export interface EndedRun {
  job: string;
  title: string;
  beganAt: number;
  result: "done" | "failed" | "interrupted";
  rows?: number;
  error?: string;
  ref: string;
  userId?: string;
}

const runs = new LogBuffer<EndedRun & { at: number; endedAt: number }>("job_log", (rows) =>
  sql`
    insert into job_log (job, title, began_at, ended_at, result, rows, error, ref, user_id, user_name, org_id)
    select g.job, g.title, to_timestamp(g.at / 1000.0), to_timestamp(g."endedAt" / 1000.0), g.result, g.rows, g.error, g.ref, u.user_id, u.user_name, u.org_id
    from json_to_recordset(${rows}::json) as g (job text, title text, at float8, "endedAt" float8, result text, rows integer, error text, ref text, "userId" text)
      left join app_user u on u.user_id = g."userId"
    order by g.at`.execute(db()),
);

export function noteRun(run: EndedRun): void {
  runs.add({ ...run, at: run.beganAt, endedAt: Date.now() });
}

/** Runs a job and adds the run to the log; what it throws it throws on. `run` may answer how many rows it dealt with. */
export async function noted(
  job: Pick<EndedRun, "job" | "title" | "ref" | "userId">,
  run: () => Promise<void | { rows: number }>,
  signal?: AbortSignal,
): Promise<void> {
  const beganAt = Date.now();
  try {
    const done = await run();
    noteRun({ ...job, beganAt, result: "done", rows: done?.rows });
  } catch (error) {
    const stopped = signal?.aborted === true;
    if (!stopped) log.error({ err: error, job: job.job, jobId: job.ref }, "a job failed");
    noteRun({
      ...job,
      beganAt,
      result: stopped ? "interrupted" : "failed",
      error: stopped ? undefined : wordsOf(error),
    });
    throw error;
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof Problem) return storable(error.message, 500);
  return storable(redactUrl(error instanceof Error ? `${error.name}: ${error.message}` : String(error)), 500);
}
