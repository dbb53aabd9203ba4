import { startChangePackages } from "~/domains/change-packages/queries.server";
import { startLink } from "~/domains/device-link/queries.server";
import { oldEvents } from "~/domains/vehicle-events/queries.server";
import { startWeather } from "~/domains/forecasts/queries.server";
import { oldSteps, startRollouts } from "~/domains/issue-tasks/queries.server";
import { foundLines } from "~/domains/lines/queries.server";
import { oldFileBatches, startVoiceChecks } from "~/domains/line-files/queries.server";
import { oldMatchBatches } from "~/domains/path-checks/queries.server";
import { multiRecord } from "~/domains/multi-files/queries.server";
import { startOnlineHours } from "~/domains/monitor/queries.server";
import { startDemoDrive, startReportDays } from "~/domains/reports/queries.server";
import { closeEngine } from "~/domains/roads/queries.server";
import { apiCalls } from "~/calls/calls.server";
import { functionNames, type NameFunction, type RouteTable } from "~/function-names";
import { jobs } from "~/jobs.server";
import { agreeOnKey } from "~/kit/data/access/installation-key.server";
import { oldSecurityEvents } from "~/kit/data/access/security-events.server";
import { startDroppingOldRows } from "~/kit/data/db/old-rows.server";
import { closeDatabase } from "~/kit/data/db/pool.server";
import { listenToOthers } from "~/kit/data/db/told.server";
import { startSortedDay } from "~/kit/data/db/sorted-day.server";
import { endFigures } from "~/kit/data/figures/shared-figures.server";
import { foundBy, remakeSearchKeys } from "~/kit/data/db/remake-search-keys.server";
import { startSweeps } from "~/kit/data/attachments/sweep.server";
import { endLogs } from "~/kit/data/logs/buffer.server";
import { startLogMonths } from "~/kit/data/logs/clock.server";
import { type EndedRequest, noteRequest } from "~/kit/data/logs/request-log.server";
import { keepSlowStatements } from "~/kit/data/logs/slow-statements.server";
import { settings } from "~/kit/ground/settings.server";
import { startJobs, stopJobs } from "~/kit/data/jobs/jobs.server";
import { oldImportFiles, oldUnwrittenRows } from "~/kit/page/import-flow/old-imports.server";
import { rooms } from "~/rooms";
import { prepareDatabase } from "~/seed/prepare.server";

/** Before the first request: the database in this program's state, background jobs at work. Answers what must be told once. */
export async function prepareProgram(routes: RouteTable = {}): Promise<{ announcements: string[] }> {
  const announcements = await prepareDatabase(process.env.DATABASE_URL!);
  announcements.push(...(await agreeOnKey()));
  await remakeSearchKeys([...[...rooms.map(({ source }) => source.kept), multiRecord].flatMap(foundBy), foundLines]);
  keepSlowStatements();
  endLogMonths = await startLogMonths();
  nameFunction = functionNames(routes, apiCalls.keys());
  ends.push(await listenToOthers());
  if (settings().ROLE !== "web") {
    await startJobs(jobs);
    for (const start of clocks) ends.push(await start());
  }
  ends.push(startSortedDay());
  return { announcements };
}

/** What looks at the time again and again, where background jobs are done; each answers what ends it. */
const clocks: readonly (() => Promise<End> | End)[] = [
  startReportDays,
  startDemoDrive,
  () =>
    startDroppingOldRows([
      oldEvents,
      oldSteps,
      oldMatchBatches,
      oldFileBatches,
      oldImportFiles,
      oldUnwrittenRows,
      oldSecurityEvents,
    ]),
  startSweeps,
  startWeather,
  startVoiceChecks,
  startOnlineHours,
  startChangePackages,
  startLink,
  startRollouts,
];
type End = () => void | Promise<void>;
const ends: End[] = [];
let endLogMonths: End | undefined;
let nameFunction: NameFunction | undefined;

/** Adds a request that is done to the log of requests. */
export function keepRequest(ended: EndedRequest): void {
  const isFile = ended.status < 400 && /\.\w+$/.test(ended.path);
  if (!nameFunction || isFile || !settings().REQUEST_LOG) return;
  const { name, known } = nameFunction(ended.path);
  noteRequest(ended, name, known);
}

export async function stopProgram(): Promise<void> {
  for (const end of ends.splice(0)) await end();
  await endLogMonths?.();
  await endFigures();
  await stopJobs();
  await closeEngine();
  await endLogs();
  await closeDatabase();
}
