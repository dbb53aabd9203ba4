import type { LngLat } from "~/transit/geo/lng-lat";
import { Worker } from "node:worker_threads";
import type { CallName, RoadCalls, RoadReply, RoadRequest } from "./calls";
import type { PathCheck } from "./check-path";
import type { RoadEdge } from "./edge";
import { RoadEngineError, type RoadFault } from "./engine-error";
import type { OldPath } from "./kept-pieces";
import type { MatchResult, Place, Wishes } from "./match";
import type { MatchChoice, NearestRoad, NetworkStats, RoadBox, RoadView } from "./network";
import type { RoadSource } from "./road-source";
import type { Anchor, Leg } from "./route-through";

export interface RoadEngineOptions {
  /** Milliseconds until a question is given up and the worker restarted. */
  timeout?: number;
  /** The same for each step of loading. */
  loadTimeout?: number;
}

type Answer<Name extends CallName> = Promise<Awaited<ReturnType<RoadCalls[Name]>>>;

interface Pending {
  resolve: (value: unknown) => void;
  reject: (error: RoadEngineError) => void;
  timer: NodeJS.Timeout;
}

/** A load replaces the network in one step; after a crash or a timeout a new worker loads the last source again. */
export class RoadEngine {
  private worker: Worker | undefined;
  private ready: Promise<unknown> = Promise.resolve();
  private loading: Promise<unknown> = Promise.resolve();
  private source: RoadSource | undefined;
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;
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
      if (!this.worker && !this.closed) this.start();
      const stats = await this.feed(source);
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
    await this.stop("closed");
  }

  private async ask<Name extends CallName>(
    name: Name,
    args: Parameters<RoadCalls[Name]>,
    timeout = this.timeout,
  ): Answer<Name> {
    await this.prepared();
    return this.send(name, args, timeout);
  }

  private prepared(): Promise<unknown> {
    if (this.closed) return Promise.reject(new RoadEngineError("closed"));
    if (!this.worker) {
      this.start();
      this.ready = this.source ? this.feed(this.source) : Promise.resolve();
      this.ready.catch((error: unknown) => void this.stop(error instanceof RoadEngineError ? error.fault : "failed"));
    }
    return this.ready;
  }

  private start(): void {
    const worker = new Worker(this.workerFile);
    worker.unref();
    worker.on("message", (reply: RoadReply) => this.settle(reply));
    worker.on("error", (cause) => this.lose(worker, "crashed", cause));
    worker.on("exit", () => this.lose(worker, "crashed"));
    this.worker = worker;
  }

  private async feed(source: RoadSource): Promise<NetworkStats> {
    if ("file" in source) return this.send("read", [source.file], this.loadTimeout);
    await this.send("begin", [], this.loadTimeout);
    let batch: RoadEdge[] = [];
    for await (const edge of source.edges()) {
      if (batch.push(edge) < 2000) continue;
      await this.send("add", [batch], this.loadTimeout);
      batch = [];
    }
    await this.send("add", [batch], this.loadTimeout);
    return this.send("finish", [await source.rules?.()], this.loadTimeout);
  }

  private send<Name extends CallName>(name: Name, args: Parameters<RoadCalls[Name]>, timeout: number): Answer<Name> {
    const { worker } = this;
    return new Promise<never>((resolve, reject) => {
      if (!worker) return reject(new RoadEngineError(this.closed ? "closed" : "crashed"));
      const id = ++this.lastId;
      const timer = setTimeout(() => void this.stop("timeout"), timeout);
      this.pending.set(id, { resolve: resolve as (value: unknown) => void, reject, timer });
      worker.ref();
      worker.postMessage({ id, name, args } satisfies RoadRequest);
    });
  }

  private settle(reply: RoadReply): void {
    const waiting = this.pending.get(reply.id);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.pending.delete(reply.id);
    if (this.pending.size === 0) this.worker?.unref();
    if (reply.ok) return waiting.resolve(reply.value);
    const cause = Object.assign(new Error(reply.message), { stack: reply.stack });
    waiting.reject(new RoadEngineError(reply.code ?? "failed", { cause }));
  }

  /** The worker is gone or given up: everything unanswered is refused, the next question starts a new one. */
  private lose(worker: Worker, fault: RoadFault, cause?: unknown): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    for (const waiting of this.pending.values()) {
      clearTimeout(waiting.timer);
      waiting.reject(new RoadEngineError(fault, { cause }));
    }
    this.pending.clear();
  }

  private async stop(fault: RoadFault): Promise<void> {
    const { worker } = this;
    if (!worker) return;
    this.lose(worker, fault);
    await worker.terminate();
  }
}
