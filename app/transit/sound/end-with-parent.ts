import { newThread } from "~/kit/ground/new-thread.server";

/** What such a program says on its stderr before it ends itself. */
export const beyondLimit = { memory: "beyond memory", time: "beyond time" };

export const m4aLimits = { megabytes: 300, seconds: 5 };

/** For a program of our own: ends it, however busy, when whoever started it is gone, or beyond so many megabytes or seconds of computing. */
export function endWithParent(megabytes: number, seconds = Infinity): void {
  const watch = `
    const parent = process.ppid;
    const end = (said = "") => {
      require("node:fs").writeSync(2, said);
      process.kill(process.pid, "SIGKILL");
    };
    setInterval(() => {
      const { user, system } = process.cpuUsage();
      if (process.ppid !== parent) end();
      if (process.memoryUsage.rss() > ${megabytes * 2 ** 20}) end(${JSON.stringify(beyondLimit.memory)});
      if (user + system > ${seconds * 1_000_000}) end(${JSON.stringify(beyondLimit.time)});
    }, 50);`;
  newThread(watch, { eval: true }).unref();
}
