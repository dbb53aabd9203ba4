import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { isBackupDue, noteBackupFailure } from "~/kit/data/backup/kept-backups.server";
import { contain, runBeside } from "~/kit/ground/faults.server";
import { log } from "~/kit/ground/log.server";
import type { Settings } from "~/kit/ground/settings.server";
import { repeat } from "~/kit/ground/time/repeat.server";

const [everyMs, againMs, longestMs] = [60_000, 3_600_000, 12 * 3_600_000];

/** Makes a backup each day at BACKUP_AT in a process of its own, with the environment that the program was started with; one that was missed when it is up again, one that failed after an hour. Answers what ends it. */
export function startBackups(given: Settings, environment: NodeJS.ProcessEnv): () => void {
  const { BACKUP_DIR: folder, BACKUP_AT: at, BACKUP_KEEP: keep, OPERATOR_TIME_ZONE: timeZone } = given;
  if (!folder) return () => undefined;
  let failedAt = -Infinity;
  const stopping = new AbortController();
  const { end } = repeat(everyMs, "no backup could be made", async () => {
    if (Date.now() - failedAt < againMs || !isBackupDue({ folder, at, timeZone })) return;
    const began = Date.now();
    const { code, words } = await run([folder, "--keep", String(keep)], environment, stopping.signal);
    if (stopping.signal.aborted) return;
    if (code === 0) log.info({ seconds: Math.round((Date.now() - began) / 1000), words }, "a backup was made");
    else log.error({ code, words }, "a backup could not be made");
    failedAt = code === 0 ? -Infinity : Date.now();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    noteBackupFailure(folder, code === 0 ? undefined : { at: new Date().toISOString(), words });
  });
  return () => {
    stopping.abort();
    runBeside("the end of backups", end());
  };
}

/** Runs the command of a backup; answers how it ended and its last line. */
function run(
  options: string[],
  env: NodeJS.ProcessEnv,
  stop: AbortSignal,
): Promise<{ code: number | null; words: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--import", "tsx", "app/commands/backup.ts", ...options], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
      signal: AbortSignal.any([stop, AbortSignal.timeout(longestMs)]),
    });
    let output = "";
    const hear = contain("a backup's words", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)));
    for (const stream of [child.stdout, child.stderr]) stream.on("data", hear);
    const lastLine = () => output.trim().split("\n").at(-1) ?? "";
    child.once(
      "error",
      contain("a backup that did not begin", (error: Error) => resolve({ code: null, words: error.message })),
    );
    child.once(
      "close",
      contain("the end of a backup", (code: number | null) => resolve({ code, words: lastLine() })),
    );
  });
}
