import { spawn, type ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../app/kit/data/db/embedded/port.server";

export interface StartedServer {
  url: string;
  child: ChildProcess;
  /** What it has written so far. */
  output(): string;
}

const children: ChildProcess[] = [];

/** Starts the program, or another script that listens on PORT, and waits until it answers with its `first` page; end it with endStarted. */
export async function start(
  env: Record<string, string> = {},
  [file = "app/commands/start.js", ...args]: string[] = [],
  cwd = process.cwd(),
  first = "/login",
): Promise<StartedServer> {
  const port = await freePort(undefined);
  let output = "";
  const child = spawn(process.execPath, [file, ...args], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "production", PORT: String(port), ...env },
  });
  children.push(child);
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const url = `http://127.0.0.1:${port}`;
  for (const until = Date.now() + 240_000; Date.now() < until && child.exitCode === null; await sleep(100)) {
    const status = await fetch(url + first).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return { url, child, output: () => output };
  }
  throw new Error(`no page:\n${output}`);
}

export function endStarted(): void {
  for (const child of children.splice(0)) child.kill("SIGKILL");
}
