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
  isUndoable,
  newestImports,
  plainJson,
  readAgain,
  undoOnce,
} from "~/kit/page/import-flow/import-life.server";
import { toActing } from "~/kit/data/jobs/acting-viewer";
import { enqueue } from "~/kit/data/jobs/jobs.server";
import { hasBefore, keptFor } from "./roads-before.server";
import { applyImportQueue, readImportQueue, undoImportQueue } from "./import.job.server";
import type { MapImportRow } from "./schema";

export const mapImports: ImportLife = { door: "map", own: sql`undoing, undone_at, undone_by_name` };

export const listImports = (viewer: Viewer) => newestImports<MapImportRow>(mapImports, viewer);

/** Its changed roads concern lines of all organisations; those outside the viewer's are not named. */
export async function findImport(viewer: Viewer, importId: string): Promise<MapImportRow> {
  const row = await importOf<MapImportRow>(mapImports, viewer, importId);
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
  beginImport(mapImports, viewer, file, async (trx, row) => {
    await trx
      .insertInto("importBatch")
      .values({ ...row, door: mapImports.door, kind: "map" })
      .execute();
    await enqueue(readImportQueue, { importId: row.importId, viewer: toActing(viewer) }, trx);
  });

/** Confirms a preview: the lines go to the organisation, which may be left out only where no line is new. Confirming twice is harmless. */
export async function confirmImport(
  viewer: Viewer,
  importId: string,
  { roadsOnly = false, ...choice }: { orgId?: string; newOrgName?: string; roadsOnly?: boolean },
): Promise<void> {
  await confirmOnce(mapImports, viewer, importId, async (trx, row) => {
    if (roadsOnly)
      await sql`update import_batch set choices = ${plainJson({ roadsOnly })} where import_id = ${importId}`.execute(
        trx,
      );
    const isNew = !roadsOnly && ((row as MapImportRow).preview?.lines.counts.new ?? 0) > 0;
    const orgId = isNew || (choice.orgId && !roadsOnly) ? await organisationOfNewLines(trx, viewer, choice) : null;
    if (isNew && !orgId) throw problem.field("orgId", "请选择线路所属的机构");
    await enqueue(applyImportQueue, { importId, viewer: toActing(viewer) }, trx);
    return { orgId };
  });
}

/** Has a finished import taken back; twice asked changes nothing and answers false. */
export async function undoImport(viewer: Viewer, importId: string): Promise<boolean> {
  const found = await findImport(viewer, importId);
  if (isUndoable(found) && !(await hasBefore(db(), importId)))
    throw problem.field("", `被替换的道路只保留 ${keptFor} 天，这次导入的已经没有了，不能撤销`);
  return undoOnce<MapImportRow>(mapImports, viewer, importId, {
    refusal: (row) => (isUndoable(row) ? undefined : "只有已经导入的才能撤销"),
    then: (trx) => enqueue(undoImportQueue, { importId, viewer: toActing(viewer) }, trx),
  });
}

/** Whether an import can be taken back: those from before what they replaced was kept cannot. */
export const mayUndo = async (row: MapImportRow): Promise<boolean> =>
  isUndoable(row) && (await hasBefore(db(), row.importId));

/** Gives an import up before it has changed anything; what is being read stops within seconds. */
export const cancelImport = (viewer: Viewer, importId: string) => cancelOnce(mapImports, viewer, importId);

export const retryImport = (viewer: Viewer, importId: string) =>
  readAgain(mapImports, viewer, importId, (trx) =>
    enqueue(readImportQueue, { importId, viewer: toActing(viewer) }, trx),
  );

export async function mayRetry(importId: string): Promise<boolean> {
  const row = await db()
    .selectFrom("importBatch")
    .select(["state", "fileKey"])
    .where("importId", "=", importId)
    .executeTakeFirst();
  return row?.state === "failed" && row.fileKey !== null;
}
