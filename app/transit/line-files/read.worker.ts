import { answerApart } from "~/kit/ground/files/answer-apart.server";
import type { LineFileAnswer, LineFileAsked } from "./read-apart.server";
import { readLineFiles } from "./read.server";
import { type FileLine, LineFileError } from "./shape";

await answerApart<LineFileAsked, LineFileAnswer>(answer, (error) =>
  error instanceof LineFileError ? { kind: "fault", message: error.message } : undefined,
);

async function* answer({ files, folder }: LineFileAsked): AsyncGenerator<LineFileAnswer> {
  const { lines, ...file } = await readLineFiles(files, folder);
  for (const parcel of parcels(lines)) yield { kind: "lines", lines: parcel };
  yield { kind: "file", file: { ...file, lines: [] } };
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
