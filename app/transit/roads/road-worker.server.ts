import type { Worker } from "node:worker_threads";
import { newThread } from "~/kit/ground/new-thread.server";
import type { CallName, RoadCalls, RoadReply, RoadRequest } from "./calls";
import { RoadEngineError, type RoadFault } from "./engine-error";
import { contain } from "~/kit/ground/faults.server";

export type Answer<Name extends CallName> = Promise<Awaited<ReturnType<RoadCalls[Name]>>>;

interface Pending {
  resolve: (value: unknown) => void;
  reject: (error: RoadEngineError) => void;
  timer: NodeJS.Timeout;
}

/** One worker thread and what it was asked. Crashed or given up, it refuses everything unanswered and all that comes after. */
export class RoadWorker {
  private readonly worker: Worker;
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;
  private lost: RoadFault | undefined;

  constructor(
    file: string | URL,
    private readonly onLost: () => void,
  ) {
    this.worker = newThread(file);
    this.worker.unref();
    this.worker.on("message", (reply: RoadReply) => this.settle(reply));
    this.worker.on("error", (cause) => this.lose("crashed", cause));
    this.worker.on("exit", () => this.lose("crashed"));
  }

  ask<Name extends CallName>(name: Name, args: Parameters<RoadCalls[Name]>, timeout: number): Answer<Name> {
    return new Promise<never>((resolve, reject) => {
      if (this.lost) return reject(new RoadEngineError(this.lost));
      const id = ++this.lastId;
      const timer = setTimeout(
        contain("the end of a thread for roads", () => this.stop("timeout")),
        timeout,
      );
      this.pending.set(id, { resolve: resolve as (value: unknown) => void, reject, timer });
      this.worker.ref();
      this.worker.postMessage({ id, name, args } satisfies RoadRequest);
    });
  }

  async stop(fault: RoadFault): Promise<void> {
    this.lose(fault);
    await this.worker.terminate();
  }

  private settle(reply: RoadReply): void {
    const waiting = this.pending.get(reply.id);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.pending.delete(reply.id);
    if (this.pending.size === 0) this.worker.unref();
    if (reply.ok) return waiting.resolve(reply.value);
    const cause = Object.assign(new Error(reply.message), { stack: reply.stack });
    waiting.reject(new RoadEngineError(reply.code ?? "failed", { cause }));
  }

  private lose(fault: RoadFault, cause?: unknown): void {
    if (this.lost) return;
    this.lost = fault;
    this.onLost();
    for (const waiting of this.pending.values()) {
      clearTimeout(waiting.timer);
      waiting.reject(new RoadEngineError(fault, { cause }));
    }
    this.pending.clear();
  }
}
