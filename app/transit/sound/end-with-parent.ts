import { Worker } from "node:worker_threads";

/** For a program of our own: ends it, however busy, when whoever started it is gone or its memory passes so many megabytes. */
export function endWithParent(megabytes: number): void {
  const watch = `
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent || process.memoryUsage.rss() > ${megabytes * 2 ** 20}) process.kill(process.pid, "SIGKILL");
    }, 50);`;
  new Worker(watch, { eval: true }).unref();
}
