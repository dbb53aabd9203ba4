import cluster from "node:cluster";
import type { RequestHandler } from "express";
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { keptBackups } from "~/kit/data/backup/kept-backups.server";
import { type DatabaseState, isReplicaUsed, pool } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { sameText } from "~/kit/ground/digest.server";
import { sendPlainAnswer } from "./plain-answer.server";
import { metricsOfAll } from "./workers.server";

/** What other parts of the program count when they are asked. */
export interface CountsOfProgram {
  countUnfinishedJobs(): Promise<{ running: number; waiting: number }>;
  databaseState(): Promise<DatabaseState>;
}

/** `/metrics` as Prometheus reads it, and what tells it of each request; answers who brings the token of METRICS_TOKEN, else as an address that is not there. */
export function newMetrics(token: string | undefined, counted: CountsOfProgram) {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: "bus_http_request_seconds",
    help: "Requests by what was asked for and how it ended",
    labelNames: ["kind", "method", "status"],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  if (token) {
    collectDefaultMetrics({ register: registry });
    addGauges(registers, counted);
    if (cluster.isWorker) shareWithOthers(registry);
  }
  const read = () => (cluster.isWorker ? metricsOfAll() : registry.metrics());
  const answer: RequestHandler = (request, response, next) => {
    if (!token || !sameText(request.get("authorization") ?? "", `Bearer ${token}`))
      return sendPlainAnswer(response, 404, "没有这个地址");
    read().then(
      // Those of one process would look as if the others had begun anew.
      (text) =>
        text === undefined
          ? sendPlainAnswer(response, 503, "不是所有进程都报了数字，请稍后再读")
          : response.type(registry.contentType).set("Cache-Control", "no-store").send(text),
      (error: unknown) => next(error),
    );
  };
  return {
    answer,
    /** Told of each request that has ended: its path, and how long it took. */
    observe({ method, path, status, ms }: { method: string; path: string; status: number; ms: number }) {
      if (token) requests.observe({ kind: kindOf(path), method, status: `${Math.floor(status / 100)}xx` }, ms / 1000);
    },
  };
}

/** Has this worker answer when the process over all workers asks for figures. */
function shareWithOthers(registry: Registry): void {
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
}

/** Addresses hold records' keys: what is told is of what kind they are. */
function kindOf(path: string): string {
  if (path.startsWith("/assets/")) return "asset";
  if (path.startsWith("/api/device-link/")) return "terminal";
  return /^\/(api|osm|base-api|node|line-file-[\w-]+)\//.test(path) ? "call" : "page";
}

function addGauges(registers: Registry[], { countUnfinishedJobs, databaseState }: CountsOfProgram): void {
  const connections = new Gauge({
    name: "bus_database_connections",
    help: "Connections of this process to the database, and requests that wait for one",
    labelNames: ["state"],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = pool();
      connections.set({ state: "busy" }, totalCount - idleCount);
      connections.set({ state: "idle" }, idleCount);
      connections.set({ state: "waited_for" }, waitingCount);
    },
  });
  const state = new Gauge({
    name: "bus_database_up",
    help: "1 where the database answers and takes changes, 0.5 where it can be read only, 0 where it is away",
    registers,
    aggregator: "min",
    async collect() {
      state.set({ writable: 1, "read-only": 0.5, away: 0 }[await databaseState()]);
    },
  });
  if (settings().DATABASE_READ_URL)
    new Gauge({
      name: "bus_replica_up",
      help: "1 where the replica of DATABASE_READ_URL is read from, 0 where it is left alone",
      registers,
      aggregator: "min",
      collect() {
        this.set(Number(isReplicaUsed()));
      },
    });
  const { BACKUP_DIR } = settings();
  if (BACKUP_DIR)
    new Gauge({
      name: "bus_backup_age_seconds",
      help: "Since the newest whole backup in BACKUP_DIR was begun; none where there is no backup",
      registers,
      aggregator: "first",
      collect() {
        const [newest] = keptBackups(BACKUP_DIR);
        this.reset();
        if (newest) this.set((Date.now() - +newest.at) / 1000);
      },
    });
  const jobs = new Gauge({
    name: "bus_jobs",
    help: "Background jobs of all processes: at work, and waiting",
    labelNames: ["state"],
    registers,
    aggregator: "first",
    async collect() {
      const count = await countUnfinishedJobs().catch(() => undefined);
      jobs.reset();
      if (!count) return;
      jobs.set({ state: "running" }, count.running);
      jobs.set({ state: "waiting" }, count.waiting);
    },
  });
}
