import { matchBatchJob } from "~/domains/path-checks/batch.job.server";
import { prepareFilesJob } from "~/domains/issue-tasks/queries.server";
import { checkVoicesJob } from "~/domains/line-files/checks/check.job.server";
import { generateFilesJob } from "~/domains/line-files/batch.job.server";
import { packFileJob } from "~/domains/line-files/package.job.server";
import { applyFileJob, readFileJob, undoFileJob } from "~/domains/line-imports/files/file.job.server";
import { weatherJob } from "~/domains/forecasts/weather.job.server";
import { applyBusRoutes, previewBusRoutes, undoBusRoutes } from "~/domains/line-imports/queries.server";
import { afterRoads, pathsOnWays } from "~/domains/path-checks/queries.server";
import { importJobs } from "~/domains/roads/import.job.server";
import { audioJobs, releaseMadeClips } from "~/domains/audio-clips/queries.server";
import { offsetsToRoads } from "~/domains/roads/queries.server";
import { comparePlacesWith } from "~/kit/room/sheets/place-offsets.server";
import { sheetJobs } from "~/kit/room/sheets/sheet-steps.server";
import { sweepFilesJob } from "~/kit/data/attachments/sweep.server";
import type { Job } from "~/kit/data/jobs/job";

comparePlacesWith(offsetsToRoads);

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export const jobs: readonly Job<any>[] = [
  ...importJobs({ previewBusRoutes, applyBusRoutes, undoBusRoutes, pathsOnWays, afterRoads }),
  matchBatchJob,
  generateFilesJob,
  packFileJob,
  checkVoicesJob,
  prepareFilesJob,
  readFileJob,
  applyFileJob,
  undoFileJob,
  ...sheetJobs,
  ...audioJobs,
  sweepFilesJob(releaseMadeClips),
  weatherJob,
];
