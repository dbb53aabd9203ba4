import { once } from "node:events";
import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { stopwatch } from "./read-apart.server";
import { ownThread, threadTime } from "./thread-time.server";

// By computing and not by the clock: a busy machine gives a thread little of each second.
function compute(milliseconds: number) {
  const before = process.cpuUsage();
  for (let spent = 0; spent < milliseconds;) {
    const { user, system } = process.cpuUsage(before);
    spent = (user + system) / 1000;
  }
}

it.runIf(existsSync("/proc/thread-self"))("counts what one thread computes, not what others do meanwhile", async () => {
  const source = `
    const { parentPort } = require("node:worker_threads");
    ${compute}
    parentPort.postMessage(Number(require("node:fs").readlinkSync("/proc/thread-self").split("/").at(-1)));
    parentPort.on("message", (milliseconds) => parentPort.postMessage(compute(milliseconds)));`;
  const worker = new Worker(source, { eval: true });
  try {
    const [thread] = (await once(worker, "message")) as [number];
    expect(thread).not.toBe(ownThread());
    const [its, all] = [stopwatch({ clock: 0, computing: 0 }, thread), stopwatch({ clock: 0, computing: 0 })];
    const began = performance.now();
    compute(400);
    expect(its().computing).toBeLessThan(100);
    expect(all().computing).toBeGreaterThan(its().computing + 200);
    worker.postMessage(400);
    await once(worker, "message");
    expect(its().computing).toBeGreaterThan(200);
    const passed = performance.now() - began;
    expect(its().clock).toBeGreaterThanOrEqual(passed);
    await worker.terminate();
    expect(threadTime(thread)).toBe(undefined);
    expect(its().computing).toBeGreaterThanOrEqual(0);
  } finally {
    await worker.terminate();
  }
});
