import { sql } from "kysely";
import { sqlState } from "~/kit/data/db/failures";
import { db } from "~/kit/data/db/pool.server";
import { defineQueue, type Job } from "~/kit/data/jobs/job";
import { enqueue } from "~/kit/data/jobs/jobs.server";
import { log } from "~/kit/ground/log.server";
import { repeat } from "~/kit/ground/time/repeat.server";
import { fileReferences, isHeld } from "~/kit/data/files/file-references.server";
import { deleteFile } from "~/kit/data/files/files.server";
import { removeForgotten } from "~/kit/data/files/forgotten.server";
import { forgetOldPieces } from "./pieces.server";
import { unusedDays } from "~/kit/data/files/unused-days";

const most = 1000;

/** Removes the files that nothing has held for seven days, and what lies forgotten in the work folder; answers how many files. */
export async function sweepFiles(signal?: AbortSignal): Promise<number> {
  await forgetOldPieces();
  await removeForgotten();
  const found = await sql<{ fileKey: string }>`select file_key from stored_file
    where greatest(created_at, released_at) < now() - make_interval(days => ${unusedDays}) and not ${isHeld(await fileReferences(), sql`stored_file.file_key`)}
    order by created_at limit ${most}`.execute(db());
  let swept = 0;
  for (const { fileKey } of found.rows) {
    signal?.throwIfAborted();
    const gone = await deleteFile(fileKey).then(
      () => true,
      (error: unknown) => {
        // Somebody has taken it up meanwhile.
        if (sqlState(error) === "23503") return false;
        throw error;
      },
    );
    if (gone) swept += 1;
  }
  if (swept > 0) log.info({ swept }, "files that nothing held were removed");
  return swept;
}

const sweepQueue = defineQueue("sweep-files", { retries: 1, title: "清理没有使用的文件" });

/** `release` first lets go of what is only kept for records that are gone. */
export const sweepFilesJob = (release: () => Promise<void>): Job<object> => ({
  ...sweepQueue,
  async run(_, signal) {
    await release();
    return { rows: await sweepFiles(signal) };
  },
});

const everyMs = 6 * 3_600_000;

/** Asks for a sweep now and every six hours; answers what ends it. */
export function startSweeps(): () => Promise<void> {
  return repeat(everyMs, "no sweep of files was asked for", () => enqueue(sweepQueue, {})).end;
}
