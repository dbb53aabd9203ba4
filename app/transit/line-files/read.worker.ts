import { parentPort, workerData } from "node:worker_threads";
import type { LineFileAnswer, LineFileAsked } from "./read-apart.server";
import { readLineFiles } from "./read.server";
import { type FileLine, LineFileError } from "./shape";

const tell = (answer: LineFileAnswer) => parentPort!.postMessage(answer);

try {
  const { files, folder } = workerData as LineFileAsked;
  const { lines, ...file } = await readLineFiles(files, folder);
  for (const parcel of parcels(lines)) {
    tell({ kind: "lines", lines: parcel });
    await new Promise((wanted) => parentPort!.once("message", wanted));
  }
  tell({ kind: "file", file: { ...file, lines: [] } });
} catch (error) {
  if (!(error instanceof LineFileError)) throw error;
  tell({ kind: "fault", message: error.message });
}

/** A few lines at a time: whoever takes them is held up while a message is unpacked. */
function* parcels(lines: readonly FileLine[]): Generator<FileLine[]> {
  let parcel: FileLine[] = [];
  let points = 0;
  for (const line of lines) {
    parcel.push(line);
    points += line.directions.reduce((sum, { path, stops }) => sum + path.length + stops.length, 0);
    if (points < 20_000) continue;
    yield parcel;
    [parcel, points] = [[], 0];
  }
  if (parcel.length > 0) yield parcel;
}
