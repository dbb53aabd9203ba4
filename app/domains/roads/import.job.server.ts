import { type ActingViewer, fromActing } from "~/kit/data/jobs/acting-viewer";
import { defineQueue, type Job } from "~/kit/data/jobs/job";
import { applyImport, giveUpImport, giveUpUndo, readImport, undoImport } from "./import-steps.server";
import type { PathOnRoads, RoadUsers } from "./road-users";

interface ImportData {
  importId: string;
  viewer: ActingViewer;
}

const givenUp = ({ importId }: ImportData) => giveUpImport(importId);

export const readImportQueue = defineQueue<ImportData>("roads.read-import", { givenUp, title: "读取地图数据" });

export const applyImportQueue = defineQueue<ImportData>("roads.apply-import", { givenUp, title: "导入地图数据" });

export const undoImportQueue = defineQueue<ImportData>("roads.undo-import", {
  givenUp: ({ importId }) => giveUpUndo(importId),
  title: "撤销导入的地图数据",
});

export const importJobs = <Path extends PathOnRoads>(users: RoadUsers<Path>): Job<ImportData>[] => [
  {
    ...readImportQueue,
    run: ({ importId, viewer }, signal) => readImport(users, fromActing(viewer), importId, signal),
  },
  {
    ...applyImportQueue,
    run: ({ importId, viewer }, signal) => applyImport(users, fromActing(viewer), importId, signal),
  },
  {
    ...undoImportQueue,
    run: ({ importId, viewer }, signal) => undoImport(users, fromActing(viewer), importId, signal),
  },
];
