import {
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { processStartTime } from "./processes.server";

export class LockedError extends Error {
  override name = "LockedError";
  constructor(
    readonly pid: number,
    dataDir: string,
  ) {
    super(
      `数据目录 ${dataDir} 正由另一个进程（${pid}）使用，同一目录不能启动两次。请先停止它，或用 DATA_DIR 换一个目录。`,
    );
  }
}

/** Returns how to release it; throws LockedError. Numbers only rise, so of two finding one stale lock only one wins. */
export async function takeLock(dataDir: string): Promise<() => void> {
  const written = path.join(dataDir, `.lock-${randomUUID()}`);
  const mine: Holder = { pid: process.pid, start: processStartTime(process.pid) ?? "", world: world() };
  writeFileSync(written, JSON.stringify(mine), { mode: 0o644 });
  try {
    for (;;) {
      const last = lastLock(dataDir);
      const holder = await liveHolder(dataDir, last);
      if (holder) throw new LockedError(holder.pid, dataDir);
      const lock = lockFile(dataDir, last + 1);
      if (!linked(written, lock)) continue;
      if (lastLock(dataDir) !== last + 1) {
        rmSync(lock, { force: true });
        continue;
      }
      for (const number of lockNumbers(dataDir)) if (number <= last) rmSync(lockFile(dataDir, number), { force: true });
      return keep(lock);
    }
  } finally {
    rmSync(written, { force: true });
  }
}

export async function lockHolder(dataDir: string): Promise<{ pid: number } | undefined> {
  return liveHolder(dataDir, lastLock(dataDir));
}

interface Holder {
  pid: number;
  start: string;
  /** Where the pid means something: one boot of one machine, one container. */
  world: string;
}

const beat = 1000;

/** A beating heart tells processes of other containers and machines, who cannot see our pid, that we live. */
function keep(lock: string): () => void {
  const timer = setInterval(() => {
    try {
      utimesSync(lock, new Date(), new Date());
    } catch {
      // The folder was taken away under us; the database will say so more clearly.
    }
  }, beat);
  timer.unref();
  return () => {
    clearInterval(timer);
    writeFileSync(lock, "");
  };
}

async function liveHolder(dataDir: string, number: number): Promise<Holder | undefined> {
  const lock = lockFile(dataDir, number);
  const holder = readHolder(lock);
  if (!holder) return undefined;
  if (holder.world === world()) return processStartTime(holder.pid) === holder.start ? holder : undefined;
  const before = modified(lock);
  for (let waited = 0; waited < 5 * beat; waited += 250) {
    await sleep(250);
    if (modified(lock) !== before) return readHolder(lock);
  }
  return undefined;
}

function readHolder(lock: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(lock, "utf8")) as Holder;
  } catch {
    return undefined;
  }
}

function modified(lock: string): number {
  return statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function world(): string {
  if (process.platform !== "linux") return hostname();
  try {
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function lockFile(dataDir: string, number: number): string {
  return path.join(dataDir, `app.lock.${number}`);
}

function lockNumbers(dataDir: string): number[] {
  return readdirSync(dataDir).flatMap((name) => (/^app\.lock\.\d+$/.test(name) ? [Number(name.slice(9))] : []));
}

function lastLock(dataDir: string): number {
  return Math.max(0, ...lockNumbers(dataDir));
}
