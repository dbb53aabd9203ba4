import { defineJob } from "~/kit/data/jobs/job";
import { prepareFiles, stopUnprepared } from "./prepare-files.server";

export const prepareFilesJob = defineJob<{ taskUuid: string }>(
  "issue-tasks.prepare",
  ({ taskUuid }, signal) => prepareFiles(taskUuid, signal),
  { title: "制作下发任务的下载包", seconds: 3600, givenUp: ({ taskUuid }, reason) => stopUnprepared(taskUuid, reason) },
);
