import { newThread } from "~/kit/ground/new-thread.server";

/** For a program of our own: ends it, however busy, when whoever started it is gone, or beyond so many megabytes or seconds of computing. */
export function endWithParent(megabytes: number, seconds = Infinity): void {
  const watch = `
    const parent = process.ppid;
    setInterval(() => {
      const { user, system } = process.cpuUsage();
      const beyond = process.memoryUsage.rss() > ${megabytes * 2 ** 20} || user + system > ${seconds * 1_000_000};
      if (beyond || process.ppid !== parent) process.kill(process.pid, "SIGKILL");
    }, 50);`;
  newThread(watch, { eval: true }).unref();
}
