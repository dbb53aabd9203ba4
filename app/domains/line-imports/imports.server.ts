import { rm } from "node:fs/promises";
import { sql, type Transaction } from "kysely";
import { requireVariant } from "~/domains/line-versions/queries.server";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction, newKey } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { deleteFile, putFile } from "~/kit/data/files/files.server";
import {
  applyOnce,
  cancelOnce,
  confirmOnce,
  type ImportLife,
  importOf,
  newestImports,
  plainJson,
  readAgain,
  refuseMany,
} from "~/kit/page/import-flow/import-life.server";
import { cancelWaiting, countWaiting } from "~/kit/page/import-flow/waiting-imports.server";
import type { ImportState } from "~/kit/page/import-flow/import-states";
import { problem } from "~/kit/ground/problem";
import type { ImportKind, LineImportRow } from "./schema";

/** An import of a line is seen by whoever sees the line; one of many lines by its author and by those who see everything. */
export const lineImports: ImportLife = {
  table: "line_import",
  own: sql`kind, line_uuid, direction, choices`,
  seen: (viewer) => sql<boolean>`
    case when one.line_uuid is null then one.created_by = ${viewer.userId} or ${viewer.orgScope === "all"}
    else exists (select from line where line.line_uuid = one.line_uuid and ${inScope(viewer, sql`line.org_id`)}) end`,
};

export const listImports = (viewer: Viewer, kinds: readonly ImportKind[]) =>
  newestImports<LineImportRow>(lineImports, viewer, ofKinds(kinds));

export async function findImport<Row extends LineImportRow>(
  viewer: Viewer,
  kinds: readonly ImportKind[],
  importId: string,
): Promise<Row> {
  const row = await importOf<Row>(lineImports, viewer, importId);
  if (!kinds.includes(row.kind)) throw problem.missing("导入记录");
  return row;
}

export interface NewImport {
  kind: ImportKind;
  /** The file at `path` is moved. */
  file: { path: string; name: string; size: number; contentType: string };
  lineUuid?: string;
  direction?: 1 | 2;
  choices?: unknown;
  /** `preview`: read already; left out: a job is to read it. */
  state?: Extract<ImportState, "waiting" | "preview">;
  preview?: unknown;
}

/** Takes a file in and answers the import's key; `then` puts a job that reads it into the queue, in the same transaction. */
export async function createImport(
  viewer: Viewer,
  { kind, file, lineUuid, direction, choices = {}, state = "waiting", preview }: NewImport,
  then?: (trx: Transaction<DB>, importId: string) => Promise<void>,
): Promise<string> {
  await refuseMany(lineImports, viewer).catch(async (error: unknown) => {
    await rm(file.path, { force: true });
    throw error;
  });
  const fileKey = await putFile(file.path, {
    name: file.name,
    contentType: file.contentType,
    createdBy: viewer.userId,
  });
  const importId = newKey();
  try {
    await inTransaction(async (trx) => {
      if (lineUuid) await requireVariant(viewer, { lineUuid }, trx);
      await trx
        .insertInto("lineImport")
        .values({
          importId,
          kind,
          lineUuid,
          direction,
          fileName: file.name,
          fileKey,
          fileSize: file.size,
          state,
          choices: plainJson(choices),
          preview: plainJson(preview),
          createdBy: viewer.userId,
          createdByName: viewer.userName,
        })
        .execute();
      await then?.(trx, importId);
    });
  } catch (error) {
    await deleteFile(fileKey);
    throw error;
  }
  return importId;
}

/** Confirms a preview for a job to apply, which `prepare` puts into the queue; the second of two clicks changes nothing and answers false. */
export const confirmImport = (
  viewer: Viewer,
  importId: string,
  prepare: (trx: Transaction<DB>, row: LineImportRow) => Promise<{ orgId: string | null }>,
) => confirmOnce(lineImports, viewer, importId, (trx, row) => prepare(trx, row as LineImportRow));

/** Applies a preview within one transaction; the second of two clicks changes nothing and answers false. What `apply` returns is kept as the result. */
export const applyImport = <Row extends LineImportRow>(
  viewer: Viewer,
  importId: string,
  apply: (trx: Transaction<DB>, row: Row) => Promise<unknown>,
) => applyOnce<Row>(lineImports, viewer, importId, apply);

export const cancelImport = (viewer: Viewer, importId: string) => cancelOnce(lineImports, viewer, importId);

const ofKinds = (kinds: readonly ImportKind[]) => sql<boolean>`kind = any(${[...kinds]})`;

export const countWaitingImports = (viewer: Viewer, kinds: readonly ImportKind[]) =>
  countWaiting(lineImports, viewer, ofKinds(kinds));

export const cancelWaitingImports = (viewer: Viewer, kinds: readonly ImportKind[]) =>
  cancelWaiting(lineImports, viewer, ofKinds(kinds));

export const retryImport = (viewer: Viewer, importId: string, then: (trx: Transaction<DB>) => Promise<void>) =>
  readAgain(lineImports, viewer, importId, then);
