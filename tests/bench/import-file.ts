import { copyFile, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { confirmImport, findImport, startImport } from "~/domains/roads/imports.server";
import type { ImportPreview, ImportResult } from "~/domains/roads/schema";
import type { ImportState } from "~/kit/page/import-flow/import-states";
import { jobs } from "~/jobs.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { closeDatabase, db } from "~/kit/data/db/pool.server";
import { contentTypeOf } from "~/kit/data/files/content-type.server";
import { localPath } from "~/kit/data/files/files.server";
import { startJobs, stopJobs } from "~/kit/data/jobs/jobs.server";

/** What one import of a file said it would do, did, and took. */
export interface Imported {
  preview: ImportPreview;
  result: ImportResult;
  readSeconds: number;
  applySeconds: number;
}

const viewer: Viewer = {
  userId: "bench",
  userName: "bench",
  userAccount: "bench",
  isSuper: true,
  userStatus: "normal",
  orgId: null,
  orgScope: "all",
  permissions: new Set<string>(),
  sessionId: "",
  appCode: null,
  requestId: "bench",
};

/** Imports a file as often as asked, in a process of its own, by the verbs behind the page and the command: `import-file <file> <times>` prints a list of Imported. */
const [file = "", times = "1"] = process.argv.slice(2);
await startJobs(jobs);
const { orgId } = await db()
  .selectFrom("organisation")
  .select("orgId")
  .where("deletedAt", "is", null)
  .orderBy("orgCode")
  .limit(1)
  .executeTakeFirstOrThrow();
const imported: Imported[] = [];
for (let i = 0; i < Number(times); i++) imported.push(await importOnce());
await stopJobs();
await closeDatabase();
console.log(JSON.stringify(imported));
process.exit(0);

async function importOnce(): Promise<Imported> {
  const copy = await localPath();
  await copyFile(file, copy);
  const began = performance.now();
  const importId = await startImport(viewer, {
    path: copy,
    name: path.basename(file),
    size: (await stat(copy)).size,
    contentType: await contentTypeOf(copy),
  });
  const { preview } = await settled(importId, "preview");
  const read = performance.now();
  await confirmImport(viewer, importId, { orgId });
  const { result } = await settled(importId, "done");
  return {
    preview: preview!,
    result: result!,
    readSeconds: (read - began) / 1000,
    applySeconds: (performance.now() - read) / 1000,
  };
}

async function settled(importId: string, wanted: ImportState) {
  for (const until = Date.now() + 300_000; Date.now() < until; await sleep(50)) {
    const row = await findImport(viewer, importId);
    if (row.state === wanted) return row;
    if (row.state === "failed" || row.state === "cancelled")
      throw new Error(`import of ${file} ${row.state}: ${row.error}`);
  }
  throw new Error(`import of ${file} did not get to ${wanted} within five minutes`);
}
