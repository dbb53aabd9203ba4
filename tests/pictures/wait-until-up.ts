import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** Waits until a program answers at an address; throws where it ends before, or after three minutes. */
export async function waitUntilUp(url: string, program: ChildProcess): Promise<void> {
  for (const until = Date.now() + 180_000; Date.now() < until; await sleep(500)) {
    if (program.exitCode !== null) throw new Error(`the program ended with ${program.exitCode}`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error(`${url} did not answer within three minutes`);
}
