import { spawn } from "node:child_process";
import { statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { postmasterPid, serverProcesses } from "../../app/kit/data/db/embedded/processes.server";
import { atMost, type Figure } from "../bench/figure";
import type { Program } from "./program";

/** Starts over what a killed machine or program leaves behind: a server without its program, and a stale pid file. */
export async function starts(program: Program): Promise<Figure[]> {
  return [await orphanServer(program), await stalePidFile(program), await unfinishedStop(program)];
}

async function orphanServer(program: Program): Promise<Figure> {
  await program.kill();
  await sleep(500);
  const orphan = postmasterPid(program.data);
  if (orphan === undefined || !serverProcesses(program.data).includes(orphan))
    throw new Error("no orphan server to start with");
  program.start();
  const ms = await program.answered();
  if (serverProcesses(program.data).includes(orphan)) throw new Error("the orphan server is still running");
  return atMost("start with an orphan server: first page", ms, 30_000, "ms");
}

/** The worst stale pid file: its number now belongs to a live process of the database's own account. */
async function stalePidFile(program: Program): Promise<Figure> {
  program.killDatabase(true);
  await program.kill();
  const { uid, gid } = statSync(program.data);
  const stranger = spawn("sleep", ["600"], { uid, gid, stdio: "ignore" });
  try {
    writeFileSync(
      path.join(program.data, "postmaster.pid"),
      `${stranger.pid}\n${program.data}\n1\n5432\n\n127.0.0.1\n1 1\nready\n`,
    );
    program.start();
    const ms = await program.answered();
    if (stranger.exitCode !== null || stranger.signalCode !== null)
      throw new Error("a process that is not ours was ended");
    return atMost("start with a stale pid file of a live process: first page", ms, 30_000, "ms");
  } finally {
    stranger.kill("SIGKILL");
  }
}

/** The other way round: a stop that is asked for ends with 0 and leaves nothing. */
async function unfinishedStop(program: Program): Promise<Figure> {
  const code = await program.stop();
  const left = serverProcesses(program.data).length;
  program.start();
  await program.answered();
  return atMost("clean stop: exit code plus processes left", (code ?? 99) + left, 0);
}
