import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { gatherStatistics } from "~/kit/data/db/statistics.server";
import { deleteFile } from "~/kit/data/files/files.server";
import { Problem } from "~/kit/ground/problem";
import { type ImportLife, plainJson } from "./import-life.server";
import type { ImportState } from "./import-states";
import { enterAlone } from "./one-at-a-time.server";
import { trackImport } from "./running-imports.server";

/** Tells how far a step is, 0 to 1; `now`: even when told a moment ago. */
export type Report = (done: number, phase: string, now?: boolean) => Promise<void>;

export interface Step<Row> {
  row: Row & { fileKey: string };
  report: Report;
  /** Aborted when the import is cancelled, the program stops or the time is over. */
  signal: AbortSignal;
}

interface ImportStepOptions {
  from: readonly ImportState[];
  state: "reading" | "applying";
  stop: AbortSignal;
  /** The words for a file that cannot be used; `forget`: it will never be readable, so it need not be kept. */
  faultOf(error: unknown): { message: string; forget: boolean } | undefined;
  /** The step needs no file: what it does follows from what is stored. */
  withoutFile?: true;
}

/** Runs one step of an import in a job, one at a time in this process; a bad file or a broken rule ends the import, anything else is thrown on to be tried again. */
export async function runStep<Row extends object>(
  life: ImportLife,
  importId: string,
  given: ImportStepOptions,
  work: (step: Step<Row>) => Promise<void>,
): Promise<void> {
  const cancelled = new AbortController();
  const forget = trackImport(importId, cancelled);
  const waits = async () => {
    await sql`update import_batch set phase = ${queued} where import_id = ${importId} and state = any(${[...given.from]})`.execute(
      db(),
    );
  };
  try {
    const leave = await enterAlone(AbortSignal.any([given.stop, cancelled.signal]), waits);
    await runAlone(life, importId, given, cancelled, work).finally(leave);
  } catch (error) {
    if (!cancelled.signal.aborted) throw error;
  } finally {
    forget();
  }
}

const queued = "前面还有文件在导入，完成后自动开始";

async function runAlone<Row extends object>(
  life: ImportLife,
  importId: string,
  { from, state, stop, faultOf, withoutFile }: ImportStepOptions,
  cancelled: AbortController,
  work: (step: Step<Row>) => Promise<void>,
): Promise<void> {
  const begun = await sql<
    Row & { fileKey: string | null }
  >`update import_batch set state = ${state}, phase = '' where import_id = ${importId} and state = any(${[...from]}) returning *`.execute(
    db(),
  );
  const [row] = begun.rows;
  if (!row || (!row.fileKey && !withoutFile)) return;
  const signal = AbortSignal.any([stop, cancelled.signal, AbortSignal.timeout(5_000_000)]);
  // Another process may cancel it.
  const look = setInterval(() => {
    isLeft().then((left) => left && cancelled.abort(), ignore);
  }, 1000);
  let written = 0;
  const tell: Report = async (progress, phase, now = false) => {
    if (!now && Date.now() - written < 700) return;
    written = Date.now();
    const kept =
      await sql`update import_batch set progress = ${progress}, phase = ${phase} where import_id = ${importId} and state = ${state}`.execute(
        db(),
      );
    if (kept.numAffectedRows === 0n) cancelled.abort();
    signal.throwIfAborted();
  };
  const report: Report = (...step) => (step[2] ? tell(...step) : tell(...step).catch(() => undefined));
  try {
    await work({ row: row as Row & { fileKey: string }, report, signal });
  } catch (error) {
    if (cancelled.signal.aborted) return;
    if (stop.aborted) throw error;
    if (error instanceof DOMException && error.name === "TimeoutError")
      return failImport(life, importId, "处理时间过长，已停止，请把文件拆小，分几次导入");
    const fault = error instanceof Problem ? { message: error.message, forget: false } : faultOf(error);
    if (!fault) throw error;
    await failImport(life, importId, fault.message);
    if (!fault.forget) return;
    await sql`update import_batch set file_key = null where import_id = ${importId}`.execute(db());
    if (row.fileKey) await deleteFile(row.fileKey);
  } finally {
    clearInterval(look);
  }

  async function isLeft(): Promise<boolean> {
    const found = await sql`select from import_batch where import_id = ${importId} and state = ${state}`.execute(db());
    return found.rows.length === 0;
  }
}

const ignore = () => undefined;

export async function keepPreview(life: ImportLife, importId: string, preview: unknown): Promise<void> {
  await sql`update import_batch set state = 'preview', progress = 1, phase = '', preview = ${plainJson(preview)} where import_id = ${importId} and state = 'reading'`.execute(
    db(),
  );
}

/** Asks for a confirmed preview once more, made anew, because what it was compared with has changed; `error` says so. */
export async function returnToPreview(
  life: ImportLife,
  importId: string,
  preview: unknown,
  error: string,
): Promise<void> {
  await sql`update import_batch set state = 'preview', progress = 1, phase = '', preview = ${plainJson(preview)}, error = ${error} where import_id = ${importId} and state = 'applying'`.execute(
    db(),
  );
}

/** Keeps what an applying step has changed; the file is no longer needed. */
export async function keepResult(
  life: ImportLife,
  { importId, fileKey }: { importId: string; fileKey: string },
  result: unknown,
): Promise<void> {
  await sql`update import_batch set state = 'done', progress = 1, phase = '', result = ${plainJson(result)}, file_key = null, finished_at = now() where import_id = ${importId} and state = 'applying'`.execute(
    db(),
  );
  await deleteFile(fileKey);
  await gatherStatistics("all");
}

export async function failImport(life: ImportLife, importId: string, error: string): Promise<void> {
  await sql`update import_batch set state = 'failed', phase = '', error = ${error}, finished_at = now() where import_id = ${importId} and state in ('waiting', 'reading', 'applying')`.execute(
    db(),
  );
}
