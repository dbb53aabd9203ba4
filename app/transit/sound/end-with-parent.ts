import { Worker } from "node:worker_threads";

/** For a program of our own: ends it, however busy, when whoever started it is gone, or beyond so many megabytes or seconds of computing. */
export function endWithParent(megabytes: number, seconds = Infinity): void {
  const watch = `
    const parent = process.ppid;
    setInterval(() => {
      const { user, system } = process.cpuUsage();
      const beyond = process.memoryUsage.rss() > ${megabytes * 2 ** 20} || user + system > ${seconds * 1_000_000};
      if (beyond || process.ppid !== parent) process.kill(process.pid, "SIGKILL");
    }, 50);`;
  new Worker(watch, { eval: true }).unref();
}
