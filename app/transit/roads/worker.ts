import { open, readFile, rename, rm } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import type { RoadCalls, RoadReply, RoadRequest } from "./calls";
import { GraphBuilder } from "./graph-build";
import { packGraph, unpackGraph } from "./graph-file";
import { RoadNetwork } from "./network";

class NoNetwork extends Error {}

let current: RoadNetwork | undefined;
let builder: GraphBuilder | undefined;

function network(): RoadNetwork {
  if (!current) throw new NoNetwork("no road network is loaded");
  return current;
}

function take(next: RoadNetwork) {
  current = next;
  return next.stats();
}

const calls: RoadCalls = {
  begin() {
    builder = new GraphBuilder();
  },
  add(edges) {
    if (!builder) throw new Error("add before begin");
    for (const edge of edges) builder.add(edge);
  },
  finish(rules = []) {
    if (!builder) throw new Error("finish before begin");
    for (const rule of rules) builder.forbid(rule);
    const graph = builder.finish();
    builder = undefined;
    return take(new RoadNetwork(graph));
  },
  async read(file) {
    const bytes = await readFile(file);
    const whole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
    const buffer = whole ? bytes.buffer : bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    return take(new RoadNetwork(unpackGraph(buffer as ArrayBuffer)));
  },
  async write(file) {
    const pieces = packGraph(network().graph);
    const unfinished = `${file}.${process.pid}.part`;
    try {
      const handle = await open(unfinished, "w");
      try {
        for (const piece of pieces) await handle.writeFile(piece);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(unfinished, file);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    return pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  },
  matchStops: (...args) => network().matchStops(...args),
  matchTrace: (...args) => network().matchTrace(...args),
  routeThrough: (...args) => network().routeThrough(...args),
  checkPath: (...args) => network().checkPath(...args),
  staleGaps: (...args) => network().staleGaps(...args),
  nearestRoad: (...args) => network().nearestRoad(...args),
  distances: (...args) => network().distances(...args),
  edgesInBox: (...args) => network().edgesInBox(...args),
  stats: () => current?.stats() ?? { nodes: 0, edges: 0, segments: 0, bytes: 0 },
};

// Who asks is told by the thread's end, and starts another.
parentPort?.on("message", (request: RoadRequest) => {
  answer(request).catch(() => process.exit(1));
});

async function answer({ id, name, args }: RoadRequest): Promise<void> {
  let reply: RoadReply;
  try {
    const call = calls[name] as (...args: unknown[]) => unknown;
    reply = { id, ok: true, value: await call(...args) };
  } catch (error) {
    const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
    reply = { id, ok: false, message, stack, code: error instanceof NoNetwork ? "no-network" : undefined };
  }
  parentPort!.postMessage(reply);
}
