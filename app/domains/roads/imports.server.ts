import { sql } from "kysely";
import { outside } from "~/kit/data/access/outside";
import { inScope } from "~/kit/data/access/scope.server";
import { organisationOfNewLines } from "~/kit/room/first-organisation.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { beginImport, type TakenFile } from "~/kit/page/import-flow/begin-import.server";
import {
  cancelOnce,
  confirmOnce,
  type ImportLife,
  importOf,
  newestImports,
  readAgain,
} from "~/kit/page/import-flow/import-life.server";
import { toActing } from "~/kit/data/jobs/acting-viewer";
import { enqueue } from "~/kit/data/jobs/jobs.server";
import { applyImportQueue, readImportQueue } from "./import.job.server";
import type { MapImportRow } from "./schema";

const life: ImportLife = { table: "map_import" };

export const listImports = (viewer: Viewer) => newestImports<MapImportRow>(life, viewer);

/** Its changed roads concern lines of all organisations; those outside the viewer's are not named. */
export async function findImport(viewer: Viewer, importId: string): Promise<MapImportRow> {
  const row = await importOf<MapImportRow>(life, viewer, importId);
  const broken = row.result?.broken ?? [];
  if (viewer.orgScope === "all" || broken.length === 0) return row;
  const versions = broken.map(({ checkKey }) => checkKey.split("-")[0]!);
  const own = await sql<{
    versionUuid: string;
  }>`select version_uuid from line_version join line_classify using (classify_sid) join line on line_uuid = main_uuid
    where version_uuid = any(${versions}) and ${inScope(viewer, sql`line.org_id`)}`.execute(db());
  const visible = new Set(own.rows.map(({ versionUuid }) => versionUuid));
  const named = broken.map((one, at) => (visible.has(versions[at]!) ? one : { ...one, name: outside }));
  return { ...row, result: { ...row.result!, broken: named } };
}

/** Takes a map file in (the one at `path` is moved) and has it read; answers the import's key. */
export const startImport = (viewer: Viewer, file: TakenFile) =>
  beginImport(life, viewer, file, async (trx, row) => {
    await trx.insertInto("mapImport").values(row).execute();
    await enqueue(readImportQueue, { importId: row.importId, viewer: toActing(viewer) }, trx);
  });

/** Confirms a preview: the lines go to the organisation, which may be left out only where no line is new. Confirming twice is harmless. */
export async function confirmImport(
  viewer: Viewer,
  importId: string,
  choice: { orgId?: string; newOrgName?: string },
): Promise<void> {
  await confirmOnce(life, viewer, importId, async (trx, row) => {
    const isNew = ((row as MapImportRow).preview?.lines.counts.new ?? 0) > 0;
    const orgId = isNew || choice.orgId ? await organisationOfNewLines(trx, viewer, choice) : null;
    if (isNew && !orgId) throw problem.field("orgId", "请选择线路所属的机构");
    await enqueue(applyImportQueue, { importId, viewer: toActing(viewer) }, trx);
    return { orgId };
  });
}

/** Gives an import up before it has changed anything; what is being read stops within seconds. */
export const cancelImport = (viewer: Viewer, importId: string) => cancelOnce(life, viewer, importId);

export const retryImport = (viewer: Viewer, importId: string) =>
  readAgain(life, viewer, importId, (trx) => enqueue(readImportQueue, { importId, viewer: toActing(viewer) }, trx));

export async function mayRetry(importId: string): Promise<boolean> {
  const row = await db()
    .selectFrom("mapImport")
    .select(["state", "fileKey"])
    .where("importId", "=", importId)
    .executeTakeFirst();
  return row?.state === "failed" && row.fileKey !== null;
}
