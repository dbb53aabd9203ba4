import { answerApart } from "~/kit/ground/files/answer-apart.server";
import { OsmFileError } from "~/transit/osm/osm-file-error";
import type { ReadMessage } from "./read-apart.server";
import { readMapFile } from "./read-map.server";

const batch = 5000;

await answerApart<string, ReadMessage>(answer, (error) =>
  error instanceof OsmFileError ? { kind: "fault", fault: error.fault, message: error.message } : undefined,
);

async function* answer(file: string, tell: (message: ReadMessage) => void): AsyncGenerator<ReadMessage> {
  let reportedAt = 0;
  const progress = (done: number, phase: string) => {
    if (Date.now() - reportedAt < 200) return;
    reportedAt = Date.now();
    tell({ kind: "progress", done, phase });
  };
  const { roads, ...rest } = await readMapFile(file, { progress });
  for (let from = 0; from < roads.edges.length; from += batch)
    yield { kind: "edges", edges: roads.edges.slice(from, from + batch) };
  yield { kind: "done", file: { ...rest, roads: { ...roads, edges: [] } } };
}
