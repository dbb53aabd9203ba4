import { type Insertable, sql, type Transaction } from "kysely";
import { requireVariant } from "~/domains/line-versions/queries.server";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import type { DB } from "~/kit/data/db/tables";
import { beginImport, type TakenFile } from "~/kit/page/import-flow/begin-import.server";
import {
  cancelOnce,
  type ImportLife,
  importOf,
  newestImports,
  plainJson,
} from "~/kit/page/import-flow/import-life.server";
import { cancelWaiting, countWaiting } from "~/kit/page/import-flow/waiting-imports.server";
import { problem } from "~/kit/ground/problem";
import type { ImportKind, LineImportRow } from "./schema";

/** An import of a line is seen by whoever sees the line; one of many lines by its author and by those who see everything. */
export const lineImports: ImportLife = {
  door: "line",
  own: sql`kind, line_uuid, direction, choices, undoing, undone_at, undone_by_name`,
  visible: (viewer) => sql<boolean>`
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

type NewImport = Pick<Insertable<DB["importBatch"]>, "lineUuid" | "direction" | "state"> & {
  kind: ImportKind;
  choices?: unknown;
  preview?: unknown;
};

/** Takes a file in and answers the import's key; `then` puts a job that reads it into the queue, in the same transaction. */
export const createImport = (
  viewer: Viewer,
  file: TakenFile,
  { choices = {}, preview, ...given }: NewImport,
  then?: (trx: Transaction<DB>, importId: string) => Promise<unknown>,
): Promise<string> =>
  beginImport(lineImports, viewer, file, async (trx, row) => {
    if (given.lineUuid) await requireVariant(viewer, { lineUuid: given.lineUuid }, trx);
    await trx
      .insertInto("importBatch")
      .values({ ...row, ...given, door: lineImports.door, choices: plainJson(choices), preview: plainJson(preview) })
      .execute();
    await then?.(trx, row.importId);
  });

export const cancelImport = (viewer: Viewer, importId: string) => cancelOnce(lineImports, viewer, importId);

const ofKinds = (kinds: readonly ImportKind[]) => sql<boolean>`kind = any(${[...kinds]})`;

export const countWaitingImports = (viewer: Viewer, kinds: readonly ImportKind[]) =>
  countWaiting(lineImports, viewer, ofKinds(kinds));

export const cancelWaitingImports = (viewer: Viewer, kinds: readonly ImportKind[]) =>
  cancelWaiting(lineImports, viewer, ofKinds(kinds));
