import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./program";

/** What a process of terminals has seen. */
export interface Seen {
  times: number[];
  polls: number;
  errors: number;
  jobs: number;
  cpuMs: number;
}

/** Runs terminals for so long in a process of their own; what they have seen is in a file at its end. */
export async function driveTerminals(script: string, args: string[], seconds: number, out: string): Promise<Seen> {
  const child = spawn(process.execPath, ["--import", "tsx", path.join(root, script), ...args, String(seconds), out], {
    stdio: ["ignore", 2, 2],
  });
  await new Promise((resolve) => child.once("exit", resolve));
  return JSON.parse(readFileSync(out, "utf8")) as Seen;
}
