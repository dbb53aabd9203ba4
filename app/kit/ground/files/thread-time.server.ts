import { readFileSync, readlinkSync } from "node:fs";
import path from "node:path";

/** By which number the system knows the thread that asks; undefined where it does not tell. */
export function ownThread(): number | undefined {
  try {
    return Number(path.basename(readlinkSync("/proc/thread-self")));
  } catch {
    return undefined;
  }
}

/** Milliseconds that a thread of this process has computed, in hundredths of a second; undefined once it has ended. */
export function threadTime(thread: number): number | undefined {
  try {
    const [user, system] = readFileSync(`/proc/self/task/${thread}/stat`, "latin1")
      .split(") ")[1]!
      .split(" ")
      .slice(11);
    return (Number(user) + Number(system)) * 10;
  } catch {
    return undefined;
  }
}
