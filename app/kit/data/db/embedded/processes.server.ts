import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** When a process began, in a form to compare only; undefined when there is no such process. Tells a reused pid. */
export function processStartTime(pid: number): string | undefined {
  if (!exists(pid)) return undefined;
  try {
    if (process.platform === "linux") {
      const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return fields[0] === "Z" ? undefined : (fields[19] ?? "");
    }
    if (process.platform === "win32") return "";
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return undefined;
  }
}

/** The pids of the PostgreSQL processes at work in a data folder, whatever its `postmaster.pid` says. */
export function serverProcesses(folder: string): number[] {
  if (process.platform !== "linux") return recordedServer(folder);
  const real = realpathSync(folder);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "postgres" &&
          readlinkSync(`/proc/${pid}/cwd`) === real &&
          processStartTime(pid) !== undefined
        );
      } catch {
        return false;
      }
    });
}

export function postmasterPid(folder: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(path.join(folder, "postmaster.pid"), "utf8"), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

export async function hasExited(folder: string, ms: number): Promise<boolean> {
  for (const until = Date.now() + ms; ; await sleep(25)) {
    if (serverProcesses(folder).length === 0) return true;
    if (Date.now() > until) return false;
  }
}

export function sendSignal(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Without /proc only the recorded process can be asked what it is. */
function recordedServer(folder: string): number[] {
  const pid = postmasterPid(folder);
  if (pid === undefined || !exists(pid)) return [];
  const [program, args] =
    process.platform === "win32"
      ? ["tasklist", ["/FI", `PID eq ${pid}`, "/NH"]]
      : ["ps", ["-o", "command=", "-p", String(pid)]];
  try {
    return execFileSync(program as string, args as string[], { encoding: "utf8" }).includes("postgres") ? [pid] : [];
  } catch {
    return [];
  }
}
