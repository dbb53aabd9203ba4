import type { LngLat } from "~/transit/geo/lng-lat";
import type { CallName, RoadCalls } from "./calls";
import type { PathCheck } from "./check-path";
import type { RoadEdge } from "./edge";
import { RoadEngineError } from "./engine-error";
import type { OldPath } from "./kept-pieces";
import type { MatchResult, Place, Wishes } from "./match";
import type { MatchChoice, NearestRoad, NetworkStats, RoadBox, RoadView } from "./network";
import { type Answer, RoadWorker } from "./road-worker.server";
import type { Anchor, Leg } from "./route-through";
import type { TurnRule } from "./turn-rule";

export interface RoadEngineOptions {
  /** Milliseconds until a question is given up and the worker restarted. */
  timeout?: number;
  /** The same for each step of loading. */
  loadTimeout?: number;
}

/** A load replaces the network in one step; after a crash or a timeout a new worker loads the last source again. */
export class RoadEngine {
  private worker: RoadWorker | undefined;
  private ready: Promise<unknown> = Promise.resolve();
  private loading: Promise<unknown> = Promise.resolve();
  private source: RoadSource | undefined;
  private closed = false;
  private readonly timeout: number;
  private readonly loadTimeout: number;

  constructor(
    private readonly workerFile: string | URL,
    { timeout = 30_000, loadTimeout = 300_000 }: RoadEngineOptions = {},
  ) {
    this.timeout = timeout;
    this.loadTimeout = loadTimeout;
  }

  /** Loads a network in place of the present one, which stays where this fails; loads run one after another. */
  load(source: RoadSource): Promise<NetworkStats> {
    const run = async () => {
      // A source that cannot be read any more must not keep a new one out.
      await this.prepared().catch(() => undefined);
      if (this.closed) throw new RoadEngineError("closed");
      const stats = await this.feed(this.worker ?? this.start(), source);
      this.source = source;
      return stats;
    };
    const result = this.loading.then(run, run);
    this.loading = result.catch(() => undefined);
    return result;
  }

  /** Writes the network to a file that `load` reads quickly. Bytes written. */
  save(file: string): Promise<number> {
    return this.ask("write", [file], this.loadTimeout);
  }

  matchStops(stops: readonly Place[], choice?: MatchChoice, wishes?: Wishes): Promise<MatchResult> {
    return this.ask("matchStops", [stops, choice, wishes]);
  }

  matchTrace(trace: readonly Place[], stops?: readonly Place[], choice?: MatchChoice): Promise<MatchResult> {
    return this.ask("matchTrace", [trace, stops, choice]);
  }

  routeThrough(anchors: readonly Anchor[], choice?: MatchChoice): Promise<Leg[]> {
    return this.ask("routeThrough", [anchors, choice]);
  }

  checkPath(path: readonly LngLat[]): Promise<PathCheck> {
    return this.ask("checkPath", [path]);
  }

  staleGaps(old: OldPath, stops: readonly Place[]): Promise<number[]> {
    return this.ask("staleGaps", [old, stops]);
  }

  nearestRoad(lng: number, lat: number, radius: number): Promise<NearestRoad | null> {
    return this.ask("nearestRoad", [lng, lat, radius]);
  }

  distances(places: readonly (readonly [lng: number, lat: number])[], radius: number): Promise<(number | null)[]> {
    return this.ask("distances", [places, radius]);
  }

  edgesInBox(box: RoadBox, cap: number): Promise<{ edges: RoadView[]; more: boolean }> {
    return this.ask("edgesInBox", [box, cap]);
  }

  /** All zero where nothing is loaded. */
  stats(): Promise<NetworkStats> {
    return this.ask("stats", []);
  }

  /** Stops the worker; what is unanswered is refused. */
  async close(): Promise<void> {
    this.closed = true;
    await this.worker?.stop("closed");
  }

  private async ask<Name extends CallName>(
    name: Name,
    args: Parameters<RoadCalls[Name]>,
    timeout = this.timeout,
  ): Answer<Name> {
    return (await this.prepared()).ask(name, args, timeout);
  }

  private async prepared(): Promise<RoadWorker> {
    if (this.closed) throw new RoadEngineError("closed");
    const worker = this.worker ?? this.restart();
    await this.ready;
    return worker;
  }

  private restart(): RoadWorker {
    const worker = this.start();
    if (!this.source) return worker;
    this.ready = this.feed(worker, this.source);
    this.ready.catch((error: unknown) => void worker.stop(error instanceof RoadEngineError ? error.fault : "failed"));
    return worker;
  }

  private start(): RoadWorker {
    const worker = new RoadWorker(this.workerFile, () => {
      if (this.worker === worker) this.worker = undefined;
    });
    this.ready = Promise.resolve();
    return (this.worker = worker);
  }

  private async feed(worker: RoadWorker, source: RoadSource): Promise<NetworkStats> {
    const { loadTimeout } = this;
    if ("file" in source) return worker.ask("read", [source.file], loadTimeout);
    await worker.ask("begin", [], loadTimeout);
    let batch: RoadEdge[] = [];
    for await (const edge of source.edges()) {
      if (batch.push(edge) < 2000) continue;
      await worker.ask("add", [batch], loadTimeout);
      batch = [];
    }
    await worker.ask("add", [batch], loadTimeout);
    return worker.ask("finish", [await source.rules?.()], loadTimeout);
  }
}

/** Where a network comes from: a packed graph, or edges that can be asked for again after a crash. */
type RoadSource =
  { file: string } | { edges: () => Iterable<RoadEdge> | AsyncIterable<RoadEdge>; rules?: () => Promise<TurnRule[]> };
