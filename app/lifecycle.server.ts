import { startReportDays } from "~/domains/reports/queries.server";
import { closeEngine } from "~/domains/roads/queries.server";
import { jobs } from "~/jobs.server";
import { closeDatabase } from "~/kit/data/db/pool.server";
import { startSweeps } from "~/kit/data/files/sweep.server";
import { startJobs, stopJobs } from "~/kit/data/jobs/jobs.server";
import { prepareDatabase } from "~/seed/prepare.server";

/** Before the first request: the database in this program's state, background jobs at work. Answers what must be told once. */
export async function prepareProgram(): Promise<{ announcements: string[] }> {
  const announcements = await prepareDatabase(process.env.DATABASE_URL!);
  await startJobs(jobs);
  endReportDays = await startReportDays();
  endSweeps = startSweeps();
  return { announcements };
}

let endReportDays: (() => void) | undefined;
let endSweeps: (() => void) | undefined;

export async function stopProgram(): Promise<void> {
  endReportDays?.();
  endSweeps?.();
  await stopJobs();
  await closeEngine();
  await closeDatabase();
}
