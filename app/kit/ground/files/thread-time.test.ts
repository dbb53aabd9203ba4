import { once } from "node:events";
import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { stopwatch } from "./read-apart.server";
import { ownThread, threadTime } from "./thread-time.server";

const burn = (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until;);
};

it.runIf(existsSync("/proc/thread-self"))("counts what one thread computes, not what others do meanwhile", async () => {
  const source = `
    const { parentPort } = require("node:worker_threads");
    parentPort.postMessage(Number(require("node:fs").readlinkSync("/proc/thread-self").split("/").at(-1)));
    parentPort.on("message", (ms) => { for (const until = performance.now() + ms; performance.now() < until; ); parentPort.postMessage("done"); });`;
  const worker = new Worker(source, { eval: true });
  try {
    const [thread] = (await once(worker, "message")) as [number];
    expect(thread).not.toBe(ownThread());
    const [its, all] = [stopwatch({ clock: 0, computing: 0 }, thread), stopwatch({ clock: 0, computing: 0 })];
    burn(600);
    expect(its().computing).toBeLessThan(100);
    expect(all().computing).toBeGreaterThan(its().computing + 50);
    expect(its().clock).toBeGreaterThan(590);
    worker.postMessage(600);
    await once(worker, "message");
    expect(its().computing).toBeGreaterThan(100);
    expect(its().clock).toBeGreaterThan(1190);
    await worker.terminate();
    expect(threadTime(thread)).toBe(undefined);
    expect(its().computing).toBeGreaterThanOrEqual(0);
  } finally {
    await worker.terminate();
  }
});
