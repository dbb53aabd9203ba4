import { type ActingViewer, fromActing } from "~/kit/data/jobs/acting-viewer";
import { defineJob } from "~/kit/data/jobs/job";
import { applyFileOfLines, giveUpFile, giveUpUndo, readFileOfLines, undoFileOfLines } from "./steps.server";

interface FileData {
  importId: string;
  viewer: ActingViewer;
}

const givenUp = ({ importId }: FileData) => giveUpFile(importId);

export const readFileJob = defineJob<FileData>(
  "line-imports.read-file",
  ({ importId, viewer }, signal) => readFileOfLines(fromActing(viewer), importId, signal),
  { givenUp, title: "读取线路文件" },
);

export const applyFileJob = defineJob<FileData>(
  "line-imports.apply-file",
  ({ importId, viewer }, signal) => applyFileOfLines(fromActing(viewer), importId, signal),
  { givenUp, title: "导入线路文件" },
);

export const undoFileJob = defineJob<FileData>(
  "line-imports.undo-file",
  ({ importId, viewer }, signal) => undoFileOfLines(fromActing(viewer), importId, signal),
  { givenUp: ({ importId }) => giveUpUndo(importId), title: "撤销导入的线路文件" },
);
