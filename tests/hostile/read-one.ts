import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { hostileFiles } from "./files";
import { readHostile } from "./hostile-file";

/** `tsx tests/hostile/read-one.ts name`: reads one of the files in this process and prints what came of it as JSON. */
const file = hostileFiles.find(({ name }) => name === process.argv[2])!;
const content = await file.make();
// The pages of the making are given back, or at least counted on both sides.
await sleep(50);
const before = resident();
const peak = peakFromNow();
const { words, seconds } = await readHostile({ ...file, make: () => Buffer.from(content as string) });
console.log(JSON.stringify({ words, seconds, megabytes: Math.round(peak() - before) }));

function resident(): number {
  return process.memoryUsage.rss() / 2 ** 20;
}

/** The kernel's own account where it keeps one, else as it is seen from time to time. */
function peakFromNow(): () => number {
  try {
    writeFileSync("/proc/self/clear_refs", "5");
    return () => Number(/VmHWM:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))![1]) / 1024;
  } catch {
    let most = 0;
    setInterval(() => (most = Math.max(most, resident())), 20).unref();
    return () => most;
  }
}
