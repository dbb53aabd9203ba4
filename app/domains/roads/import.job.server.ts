import { type ActingViewer, fromActing } from "~/kit/data/jobs/acting-viewer";
import { defineJob } from "~/kit/data/jobs/jobs.server";
import { applyImport, giveUpImport, readImport } from "./import-steps.server";

interface ImportData {
  importId: string;
  viewer: ActingViewer;
}

const givenUp = ({ importId }: ImportData) => giveUpImport(importId);

/** Reads an uploaded map file and makes its preview. */
export const readImportJob = defineJob<ImportData>(
  "roads.read-import",
  ({ importId, viewer }, signal) => readImport(fromActing(viewer), importId, signal),
  { givenUp },
);

/** Carries a confirmed map file into roads, lines and stations. */
export const applyImportJob = defineJob<ImportData>(
  "roads.apply-import",
  ({ importId, viewer }, signal) => applyImport(fromActing(viewer), importId, signal),
  { givenUp },
);
