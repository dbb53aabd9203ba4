import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { availableParallelism, totalmem } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { AggregatorRegistry } from "prom-client";
import { contain, runBeside } from "~/kit/ground/faults.server";
import { log } from "~/kit/ground/log.server";
import type { Settings } from "~/kit/ground/settings.server";

/** What a worker tells: that it answers on a port, that it lives, that it wants the figures of all workers. */
type FromWorker = { kind: "ready"; port: number } | { kind: "alive" } | { kind: "metrics"; asked: number };
/** What a worker is told: to leave its place to another one, at once. */
interface Leave {
  kind: "leave";
}
interface Metrics {
  kind: "metrics";
  asked: number;
  text?: string;
}

/** One place among the workers: the one at 0 does the background jobs, too. */
interface Place {
  worker: Worker;
  /** Looks since it last said that it lives. */
  silent: number;
  since: number;
}

const lookMs = 5000;
/** A worker that says nothing in so many looks hangs and is ended. Looks are counted, not timed: a machine that stood still accuses nobody. */
const mostSilent = 12;
const [shortLife, longestPause] = [10_000, 10_000];

/** How many processes answer: as told, else one for each core but one, which the database and what is done beside pages take, at most four, and one below 2 GB of memory. */
export function workersWanted({ WORKERS, ROLE }: Pick<Settings, "WORKERS" | "ROLE">): number {
  if (ROLE === "jobs") return 1;
  const memory = Math.min(totalmem(), process.constrainedMemory?.() || Infinity);
  return WORKERS ?? (memory < 2e9 ? 1 : Math.max(1, Math.min(4, availableParallelism() - 1)));
}

/** Processes that answer requests on one port. The first start begins with one of them alone, which prepares the database. */
export class Workers {
  private readonly places: Place[] = [];
  private readonly clock = setInterval(
    contain("the look after workers", () => this.look()),
    lookMs,
  );
  private readonly metrics = new AggregatorRegistry();
  private stopping = false;
  private replacing: Promise<void> | undefined;

  constructor(private readonly role: Settings["ROLE"]) {
    cluster.on(
      "message",
      contain("what a worker tells", (worker: Worker, told: FromWorker) => this.hear(worker, told)),
    );
  }

  /** Answers the port that they all answer on; throws ExitedWorker where the first one does not come up. */
  async start(count: number): Promise<number> {
    const port = await this.begin(0);
    await Promise.all(Array.from({ length: count - 1 }, (_, at) => this.begin(at + 1)));
    return port;
  }

  /** Puts a new process in the place of each, one after another: the old one goes when the new one answers. */
  replaceAll(): Promise<void> {
    return (this.replacing ??= this.replaceEach().finally(() => (this.replacing = undefined)));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.clock);
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && endWorker(worker)));
  }

  private async replaceEach(): Promise<void> {
    for (const at of this.places.keys()) {
      if (this.stopping) return;
      try {
        await this.begin(at);
      } catch (error) {
        log.error({ err: error }, "no new worker came up, the old ones go on");
        return;
      }
    }
    log.info("all workers are replaced");
  }

  /** A new worker at a place; it counts once it answers, and whoever has the place by then leaves. */
  private async begin(at: number): Promise<number> {
    // Of several only one looks after jobs.
    const worker = cluster.fork(at > 0 && this.role === "all" ? { ROLE: "web" } : {});
    endUnansweredConnection(worker);
    const port = await readyPort(worker);
    const before = this.places[at]?.worker;
    this.places[at] = { worker, silent: 0, since: Date.now() };
    worker.once(
      "exit",
      contain("the end of a worker", () => this.ended(at, worker)),
    );
    if (before) await endWorker(before, () => before.send({ kind: "leave" } satisfies Leave));
    return port;
  }

  private ended(at: number, worker: Worker): void {
    if (this.stopping || this.places[at]?.worker !== worker) return;
    const { code, signal } = { code: worker.process.exitCode, signal: worker.process.signalCode };
    log.error({ pid: worker.process.pid, code, signal }, "a worker ended and is replaced");
    const pause = Date.now() - this.places[at].since < shortLife ? 1000 : 0;
    runBeside("a worker in the place of one that ended", this.beginUntilReady(at, worker, pause));
  }

  private async beginUntilReady(at: number, before: Worker, pause: number): Promise<void> {
    for (let wait = pause; !this.stopping; wait = Math.min(longestPause, 2 * wait + 1000)) {
      await sleep(wait);
      if (this.stopping || this.places[at]?.worker !== before) return;
      try {
        return void (await this.begin(at));
      } catch (error) {
        log.error({ err: error }, "a worker did not come up and is tried again");
      }
    }
  }

  private hear(worker: Worker, told: FromWorker): void {
    if (told.kind === "alive") for (const place of this.places) if (place.worker === worker) place.silent = 0;
    if (told.kind !== "metrics") return;
    const answer = (text?: string) => worker.send({ kind: "metrics", asked: told.asked, text } satisfies Metrics);
    this.metrics.clusterMetrics().then(answer, () => answer());
  }

  private look(): void {
    for (const place of this.places) {
      if (place.worker.isDead() || ++place.silent <= mostSilent) continue;
      log.error({ pid: place.worker.process.pid }, "a worker hangs and is ended");
      place.worker.process.kill("SIGKILL");
    }
  }
}

/** A worker that ended before it answered: what was wrong it has said itself. */
export class ExitedWorker extends Error {
  override name = "ExitedWorker";

  constructor(readonly code: number) {
    super(`a worker ended with ${code} before it answered`);
  }
}

/** Node keeps a connection open that it was just handing to a worker that is killed, and whoever is at its other end waits for ever: it is closed. */
function endUnansweredConnection(worker: Worker): void {
  let handed: { close(): void } | undefined;
  const send = worker.process.send.bind(worker.process) as (...args: unknown[]) => boolean;
  worker.process.send = (...args: unknown[]) => {
    const [, handle] = args;
    if (handle && typeof handle === "object" && "close" in handle) handed = handle as { close(): void };
    return send(...args);
  };
  worker.once(
    "exit",
    contain("the connection of a worker that ended", () => handed?.close()),
  );
}

function readyPort(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.on(
      "message",
      contain("the first word of a worker", (told: FromWorker) => told.kind === "ready" && resolve(told.port)),
    );
    worker.once(
      "exit",
      contain("a worker that ends at once", (code: number | null) => reject(new ExitedWorker(code ?? 1))),
    );
  });
}

/** Has a worker finish what is under way, and ends it where it does not. */
async function endWorker(worker: Worker, ask: () => unknown = () => worker.process.kill("SIGTERM")): Promise<void> {
  if (worker.isDead()) return;
  const gone = once(worker, "exit");
  ask();
  const late = setTimeout(
    contain("a worker that does not end", () => worker.process.kill("SIGKILL")),
    longestEnd,
  );
  await gone;
  clearTimeout(late);
}

/** Longer than a worker's own patience, and the longest STOP_GRACE_SECONDS. */
const longestEnd = 345_000;

/** Tells the process over the workers that this one answers, and again and again that it lives; `leave` is called when another one takes its place. */
export function tellReady(port: number, leave: () => void): void {
  process.on(
    "message",
    contain("what a worker is told", ({ kind }: Partial<Leave | Metrics>) => kind === "leave" && leave()),
  );
  process.send!({ kind: "ready", port } satisfies FromWorker);
  setInterval(
    contain("saying that this worker lives", () => process.send!({ kind: "alive" } satisfies FromWorker)),
    lookMs,
  ).unref();
}

let asked = 0;

/** The figures of all workers together, from the process over them; undefined where it does not answer. */
export async function metricsOfAll(): Promise<string | undefined> {
  const mine = ++asked;
  return new Promise((resolve) => {
    const end = (text?: string) => {
      clearTimeout(late);
      process.off("message", hear);
      resolve(text);
    };
    const hear = contain("figures of all workers", ({ kind, asked, text }: Metrics) => {
      if (kind === "metrics" && asked === mine) end(text);
    });
    const late = setTimeout(() => end(), 6000);
    process.on("message", hear);
    process.send!({ kind: "metrics", asked: mine } satisfies FromWorker);
  });
}
