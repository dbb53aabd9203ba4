import { Worker } from "node:worker_threads";
import { type OsmFault, OsmFileError } from "~/transit/osm/osm-file-error";
import type { RoadEdge } from "~/transit/roads/edge";
import { workerFile } from "~/kit/ground/worker-file.server";
import type { MapFile } from "./read-map.server";

export type ReadMessage =
  | { kind: "progress"; done: number; phase: string }
  | { kind: "edges"; edges: RoadEdge[] }
  | { kind: "done"; file: MapFile }
  | { kind: "fault"; fault: OsmFault; message: string };

interface Options {
  signal: AbortSignal;
  /** `done` from 0 to 1. */
  progress: (done: number, phase: string) => void;
}

/** Reads a map file in a thread of its own, so that nobody waits for it and its memory is bounded; throws OsmFileError, or the signal's reason. */
export async function readMapApart(file: string, { signal, progress }: Options): Promise<MapFile> {
  signal.throwIfAborted();
  const worker = new Worker(
    await workerFile("map-worker", "app/domains/roads/read-map.worker.ts", [
      "app/transit/roads",
      "app/transit/osm",
      "app/domains/roads",
    ]),
    { workerData: file, resourceLimits: { maxOldGenerationSizeMb: 4096 } },
  );
  const edges: RoadEdge[] = [];
  let stop: (() => void) | undefined;
  try {
    return await new Promise<MapFile>((resolve, reject) => {
      stop = () => reject(signal.reason as Error);
      signal.addEventListener("abort", stop);
      worker.on("message", (message: ReadMessage) => {
        if (message.kind === "progress") progress(message.done, message.phase);
        else if (message.kind === "edges") for (const edge of message.edges) edges.push(edge);
        else if (message.kind === "done") resolve({ ...message.file, roads: { ...message.file.roads, edges } });
        else reject(Object.assign(new OsmFileError(message.fault, "", ""), { message: message.message }));
      });
      worker.on("error", (error) =>
        reject((error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY" ? tooBig() : error),
      );
      worker.on("exit", () => reject(new Error("the map reader ended early")));
    });
  } finally {
    if (stop) signal.removeEventListener("abort", stop);
    await worker.terminate();
  }
}

function tooBig(): OsmFileError {
  return new OsmFileError("too-big", "文件内容过多，内存不足", "请缩小导出范围，分几次导入");
}
