import { parentPort, workerData } from "node:worker_threads";
import { OsmFileError } from "~/transit/osm/osm-file-error";
import { readMapFile } from "./read-map.server";
import type { ReadMessage } from "./read-apart.server";

const tell = (message: ReadMessage) => parentPort!.postMessage(message);
const batch = 5000;

try {
  let told = 0;
  const progress = (done: number, phase: string) => {
    if (Date.now() - told < 200) return;
    told = Date.now();
    tell({ kind: "progress", done, phase });
  };
  const { roads, ...rest } = await readMapFile(workerData as string, { progress });
  for (let from = 0; from < roads.edges.length; from += batch)
    tell({ kind: "edges", edges: roads.edges.slice(from, from + batch) });
  tell({ kind: "done", file: { ...rest, roads: { ...roads, edges: [] } } });
} catch (error) {
  if (!(error instanceof OsmFileError)) throw error;
  tell({ kind: "fault", fault: error.fault, message: error.message });
}
