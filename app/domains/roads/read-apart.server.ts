import { stat } from "node:fs/promises";
import { beyond, readingLimits, readingTime } from "~/kit/ground/files/limits";
import { readApart } from "~/kit/ground/files/read-apart.server";
import { type OsmFault, OsmFileError } from "~/transit/osm/osm-file-error";
import type { RoadEdge } from "~/transit/roads/edge";
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

const program = {
  name: "map-worker",
  entry: "app/domains/roads/read-map.worker.ts",
  folders: ["app/transit/roads", "app/transit/osm", "app/domains/roads", "app/kit/ground/files"],
};
const advice = "请缩小导出范围，分几次导入";

/** Reads a map file in a thread of its own, so that nobody waits for it and its time and memory are bounded; throws OsmFileError, or the signal's reason. */
export async function readMapApart(file: string, { signal, progress }: Options): Promise<MapFile> {
  const { heap, growth } = readingLimits.map;
  const milliseconds = readingTime(readingLimits.map, (await stat(file)).size);
  const edges: RoadEdge[] = [];
  for await (const message of readApart<ReadMessage>(program, {
    given: file,
    milliseconds,
    heap,
    growth,
    signal,
    tooSlow: () => new OsmFileError("too-big", beyond.time(milliseconds), advice),
    tooHeavy: (most) => new OsmFileError("too-big", beyond.memory(most), advice),
  })) {
    if (message.kind === "progress") progress(message.done, message.phase);
    else if (message.kind === "edges") for (const edge of message.edges) edges.push(edge);
    else if (message.kind === "done") return { ...message.file, roads: { ...message.file.roads, edges } };
    else throw Object.assign(new OsmFileError(message.fault, "", ""), { message: message.message });
  }
  throw new Error("the map reader ended early");
}
