import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { log } from "~/kit/ground/log.server";
import type { PathCheck } from "~/transit/roads/check-path";
import type { RoadEdge } from "~/transit/roads/edge";
import type { RoadDistances } from "~/transit/geo/likely-crs";
import type { OldPath } from "~/transit/roads/kept-pieces";
import type { MatchResult, Place, Wishes } from "~/transit/roads/match";
import type { MatchChoice } from "~/transit/roads/network";
import { RoadEngineError } from "~/transit/roads/engine-error";
import { RoadEngine } from "~/transit/roads/pool.server";
import type { Anchor, Leg } from "~/transit/roads/route-through";
import { workerFile } from "~/kit/ground/worker-file.server";
import { settings } from "~/kit/ground/settings.server";
import type { LngLat } from "~/transit/geo/lng-lat";
import { type EdgeRow, toEdge } from "./edge-row.server";
import { edgeList, roadNetwork } from "./rectangle.server";
import { storedRules } from "./turns.server";

/** The likeliest path of a bus past these stops, keeping to what is wished; a refusal in words where no roads are imported or the search takes too long. */
export async function matchStops(_viewer: Viewer, stops: readonly Place[], wishes?: Wishes): Promise<MatchResult> {
  return asked(async (engine) => engine.matchStops(stops, undefined, wishes));
}

/** The path driven where these places were passed in turn (a track, a reference line), with the stops put on it. */
export async function matchTrace(
  _viewer: Viewer,
  trace: readonly Place[],
  stops: readonly Place[] = [],
  choice?: MatchChoice,
): Promise<MatchResult> {
  return asked(async (engine) => engine.matchTrace(trace, stops, choice));
}

export async function staleGaps(_viewer: Viewer, old: OldPath, stops: readonly Place[]): Promise<number[]> {
  return asked(async (engine) => engine.staleGaps(old, stops));
}

/** The legal drive through places in turn, leg by leg; a leg that no road connects runs straight and says why. */
export async function routeThrough(_viewer: Viewer, anchors: readonly Anchor[]): Promise<Leg[]> {
  return asked(async (engine) => engine.routeThrough(anchors));
}

/** Metres from each place to the nearest road, null where none lies within reach; throws RoadEngineError. */
export const roadDistances: RoadDistances = async (places, reach) => (await freshEngine()).distances(places, reach);

export async function checkPath(_viewer: Viewer, path: readonly LngLat[]): Promise<PathCheck> {
  return asked(async (engine) => engine.checkPath(path));
}

/** Ends the worker thread; the next question starts it again. */
export async function closeEngine(): Promise<void> {
  const open = held.__busRoads;
  held.__busRoads = undefined;
  await (await open)?.engine.close();
}

interface LoadedEngine {
  engine: RoadEngine;
  stamp: string;
  loading: Promise<void>;
}

// The development server loads this file anew at each change; the worker with its network stays.
const held = globalThis as typeof globalThis & { __busRoads?: Promise<LoadedEngine> };

async function asked<T>(question: (engine: RoadEngine) => Promise<T>): Promise<T> {
  try {
    return await question(await freshEngine());
  } catch (error) {
    if (!(error instanceof RoadEngineError)) throw error;
    if (error.fault === "crashed" || error.fault === "failed") throw error;
    throw problem.field("", error.message);
  }
}

/** The engine with the stored network, loaded anew when an import has changed it. */
async function freshEngine(): Promise<RoadEngine> {
  const { edges, stamp } = await roadNetwork();
  if (edges === 0) throw new RoadEngineError("no-network");
  // A promise, so that the first questions, asked together, share one engine.
  const own = await (held.__busRoads ??= opened()).catch((error: unknown) => {
    held.__busRoads = undefined;
    throw error;
  });
  const fresh = own.loading
    .catch(() => undefined)
    .then(async () => {
      if (own.stamp === stamp) return;
      await load(own.engine, stamp);
      own.stamp = stamp;
    });
  own.loading = fresh;
  await fresh;
  return own.engine;
}

async function opened(): Promise<LoadedEngine> {
  return {
    engine: new RoadEngine(await workerFile("road-worker", "app/transit/roads/worker.ts")),
    stamp: "",
    loading: Promise.resolve(),
  };
}

async function load(engine: RoadEngine, stamp: string): Promise<void> {
  const folder = path.join(settings().DATA_DIR, "roads");
  const file = path.join(folder, `graph-${stamp}.bin`);
  const began = performance.now();
  const cached = await engine.load({ file }).catch(() => undefined);
  const stats = cached ?? (await engine.load({ edges: storedEdges, rules: storedRules }));
  log.info(
    { ...stats, stamp, cached: cached !== undefined, milliseconds: Math.round(performance.now() - began) },
    "the road network is loaded",
  );
  if (cached) return;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await engine.save(file);
    for (const old of await readdir(folder))
      if (/^graph-.*\.bin/.test(old) && old !== path.basename(file)) await rm(path.join(folder, old), { force: true });
  } catch (error) {
    log.warn({ err: error }, "the road network could not be kept for the next start");
  }
}

/** Every stored edge, page by page, so that neither side holds them all as objects. */
async function* storedEdges(): AsyncGenerator<RoadEdge> {
  let after: { wayId: number; seq: number } = { wayId: Number.MIN_SAFE_INTEGER, seq: -1 };
  for (;;) {
    const page = await sql<EdgeRow>`
      select ${edgeList} from road_edge where (way_id, seq) > (${after.wayId}::bigint, ${after.seq}::int) order by way_id, seq limit 10000`.execute(
      db(),
    );
    yield* page.rows.map(toEdge);
    const last = page.rows.at(-1);
    if (!last || page.rows.length < 10_000) return;
    after = last;
  }
}
