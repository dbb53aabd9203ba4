import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { call, login } from "./api";

/** Starts the acknowledging client of writer.ts. */
export function startWriter(url: string, password: string, logFile: string): ChildProcess {
  const file = fileURLToPath(new URL("writer.ts", import.meta.url));
  return spawn(process.execPath, ["--import", "tsx", file, url, password, logFile], {
    stdio: ["ignore", "inherit", "inherit"],
  });
}

/** Ends it, and waits for its end. */
export async function endWriter(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  if (child.kill("SIGKILL")) await gone;
}

/** Waits for `more` acknowledgements from now on. */
export async function acknowledges(logFile: string, more: number): Promise<void> {
  const wanted = acknowledged(logFile).size + more;
  for (const until = Date.now() + 120_000; acknowledged(logFile).size < wanted; await sleep(20)) {
    if (Date.now() > until) throw new Error("no write was acknowledged for two minutes, see program.log");
  }
}

/** What it has been told is kept, key to name. */
export function acknowledged(logFile: string): Map<string, string> {
  const text = existsSync(logFile) ? readFileSync(logFile, "utf8") : "";
  const lines = text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter(Boolean);
  return new Map(lines.map((line) => line.split("\t") as [string, string]));
}

/** Every drill station that the program shows, key to name. */
export async function stored(url: string, password: string): Promise<Map<string, string>> {
  const token = await login(url, password);
  const found = new Map<string, string>();
  for (let pageNum = 1; ; pageNum++) {
    const query = { pageNum, pageSize: 500, staName: "演练站", sortField: "staSelfCode", sortOrder: "asc" };
    const page = await call<{ list: { staUuid: string; staName: string }[]; total: number }>(
      url,
      "/api/sta/v1.0/pageList",
      query,
      token,
    );
    if (!page.success) throw new Error(`pageList: ${page.message}`);
    for (const { staUuid, staName } of page.data.list) found.set(staUuid, staName);
    if (page.data.list.length < 500) return found;
  }
}
