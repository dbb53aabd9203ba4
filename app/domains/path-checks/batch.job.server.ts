import { type ActingViewer, fromActing } from "~/kit/data/jobs/acting-viewer";
import { defineJob } from "~/kit/data/jobs/job";
import { runBatch, stopBatch } from "./run-batch.server";

/** Checks and matches the lines of a batch, one after another, until it is through, paused or cancelled; 10,000 directions take hours. */
export const matchBatchJob = defineJob<{ batchId: string; viewer: ActingViewer }>(
  "path-checks.match-batch",
  ({ batchId, viewer }, signal) => runBatch(fromActing(viewer), batchId, signal),
  { title: "批量检查与匹配", seconds: 80_000, givenUp: ({ batchId }) => stopBatch(batchId) },
);
