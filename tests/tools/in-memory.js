import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import path from "node:path";

const memory = "/dev/shm";
const prefix = "bus-tests-";
const needed = 6 * 2 ** 30;
const hours = 3_600_000;

/**
 * Has the temporary files of this process and of those that it starts lie in memory until it ends: a database of 1,850 files is
 * copied there in 0.03 s instead of 1. Where there is no room, or TMPDIR is set, they stay where they are.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR || !hasRoom()) return;
  for (const name of readdirSync(memory).filter((one) => one.startsWith(prefix))) removeLeft(path.join(memory, name));
  const folder = mkdtempSync(path.join(memory, prefix));
  // The account of a database that root starts must get through.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
}

/** What a run that was killed left behind. */
function removeLeft(folder) {
  const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  if (Date.now() - changed > 12 * hours) rmSync(folder, { recursive: true, force: true });
}

function hasRoom() {
  if (process.platform !== "linux" || process.availableMemory() < needed) return false;
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= needed;
  } catch {
    return false;
  }
}
