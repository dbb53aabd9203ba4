import { parentPort, workerData } from "node:worker_threads";
import type { LineFileAnswer } from "./read-apart.server";
import { readLineFiles, type SourceFile } from "./read.server";
import { LineFileError } from "./shape";

const tell = (answer: LineFileAnswer) => parentPort!.postMessage(answer);

try {
  tell({ kind: "file", file: await readLineFiles(workerData as SourceFile[]) });
} catch (error) {
  if (!(error instanceof LineFileError)) throw error;
  tell({ kind: "fault", message: error.message });
}
