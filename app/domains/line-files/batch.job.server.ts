import { type ActingViewer, fromActing } from "~/kit/data/jobs/acting-viewer";
import { defineJob } from "~/kit/data/jobs/job";
import { endBatch, runBatch } from "./run-batch.server";

/** Generates the files of many lines, one after another; begun again it goes on where it was. */
export const generateFilesJob = defineJob<{ batchUuid: string; viewer: ActingViewer }>(
  "line-files.generate",
  ({ batchUuid, viewer }, signal) => runBatch(fromActing(viewer), batchUuid, signal),
  { title: "批量生成线路文件", seconds: 7200, givenUp: ({ batchUuid }) => endBatch(batchUuid, "cancelled") },
);
