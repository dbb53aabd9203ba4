import { editedContent, requireVariant, saveInto } from "~/domains/line-versions/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import type { TakenFile } from "~/kit/page/import-flow/begin-import.server";
import { applyOnce, plainJson } from "~/kit/page/import-flow/import-life.server";
import { refusalOf } from "~/kit/page/import-flow/import-states";
import { createImport, findImport, lineImports } from "../imports.server";
import type { LineImportRow } from "../schema";
import { type StationChoices, usualChoices } from "./choices";
import { guessColumns, guessHeaderRow } from "./columns";
import { createStations } from "./new-stations.server";
import { planStations } from "./plan.server";
import type { StationPreview, StationResult } from "./preview";
import { readKept, readTable, type ReadTable } from "./read-table.server";

export type StationImport = LineImportRow<StationChoices, StationPreview, StationResult>;

export const findStationImport = (viewer: Viewer, importId: string) =>
  findImport<StationImport>(viewer, ["stations"], importId);

type Start = Pick<StationChoices, "classifySid" | "versionUuid" | "direction" | "crs">;

export async function startStationImport(
  viewer: Viewer,
  start: Start,
  file: TakenFile,
  signal?: AbortSignal,
): Promise<string> {
  const variant = await requireVariant(viewer, start);
  const table = await readTable(file, undefined, signal);
  if (table.rows.length === 0)
    throw problem.field(
      "file",
      table.sheets.length > 1 ? "第一张工作表是空的，请把站点放在第一张工作表" : "文件里没有内容，请检查后重新上传",
    );
  const choices: StationChoices = { ...usualChoices, ...start, sheet: table.sheet, ...guessed(table) };
  const { preview } = await planStations(viewer, choices, table);
  const direction = choices.direction === "file" ? undefined : (Number(choices.direction) as 1 | 2);
  const { lineUuid } = variant;
  return createImport(viewer, file, { kind: "stations", lineUuid, direction, choices, state: "preview", preview });
}

/** Makes the preview anew, with other choices where they are given; another sheet has its columns guessed again. */
export async function previewAgain(
  viewer: Viewer,
  importId: string,
  changes: Partial<StationChoices> = {},
): Promise<void> {
  const waiting = await readWaiting(viewer, importId, changes);
  if (!waiting) throw problem.field("", refusalOf("done"));
  const { row, table } = waiting;
  const choices = { ...row.choices, ...changes };
  if (choices.sheet !== row.choices.sheet) Object.assign(choices, guessed(table), { picks: {} });
  else if (choices.headerRow !== row.choices.headerRow)
    Object.assign(choices, { columns: guessColumns(table.rows, choices.headerRow) });
  const { preview } = await planStations(viewer, choices, table);
  await db()
    .updateTable("importBatch")
    .set({ choices: plainJson(choices), preview: plainJson(preview) })
    .where("importId", "=", importId)
    .where("state", "=", "preview")
    .execute();
}

/** Carries a preview out: new stations and the line's draft in one transaction. Where anything has changed since, nothing is written and the preview is made anew. */
export async function confirmStationImport(viewer: Viewer, importId: string): Promise<void> {
  const waiting = await readWaiting(viewer, importId);
  if (!waiting) return;
  const { table } = waiting;
  let changed = false;
  try {
    await applyOnce<StationImport>(lineImports, viewer, importId, async (trx, { choices, preview, fileName }) => {
      const author = { ...viewer, reason: `站点导入：${fileName}`.slice(0, 255) };
      await editedContent(viewer, choices, trx, true);
      const plan = await planStations(viewer, choices, table, trx);
      changed = plan.preview.digest !== preview!.digest;
      if (changed) throw problem.field("", "预览之后线路或站点被修改过，已按现在的数据重新预览，请核对后再确认");
      if (plan.preview.counts.errors > 0) throw problem.field("", "还有错误没有处理，不能导入");
      const { keys, created } = await createStations(trx, author, plan.added);
      const directions = plan.directions.map(({ direction, rows }) => ({
        direction,
        stationList: rows.map((one) => ({ ...one, staUuid: keys.get(one.staUuid) ?? one.staUuid })),
      }));
      const saved = await saveInto(trx, viewer, {
        classifySid: choices.classifySid,
        versionUuid: choices.versionUuid,
        version: plan.preview.began,
        reason: author.reason,
        directions,
      });
      const result: StationResult = {
        lineUuid: saved.variant.lineUuid,
        classifySid: saved.variant.classifySid,
        versionUuid: saved.versionUuid,
        created,
        directions: plan.preview.directions.map(({ direction, directionName, rows, more }) => ({
          direction,
          directionName,
          stations: rows.length + more,
        })),
      };
      return result;
    });
  } catch (error) {
    if (changed) await previewAgain(viewer, importId);
    throw error;
  }
}

export async function changedSince(viewer: Viewer, { choices, preview }: StationImport): Promise<boolean> {
  const { current } = await editedContent(viewer, choices);
  return (current?.version ?? 0) !== preview!.began;
}

/** An import that waits to be confirmed, with the rows of its file; null where it is carried out, also by somebody who takes the file away meanwhile. */
async function readWaiting(
  viewer: Viewer,
  importId: string,
  changes: Partial<StationChoices> = {},
): Promise<{ row: StationImport; table: ReadTable } | null> {
  const row = await findStationImport(viewer, importId);
  if (row.state === "done") return null;
  if (row.state !== "preview" || !row.fileKey) throw problem.field("", refusalOf(row.state));
  const { sheet } = { ...row.choices, ...changes };
  try {
    return { row, table: await readKept(row.fileKey, row.fileName, sheet) };
  } catch (error) {
    const { state } = await findStationImport(viewer, importId);
    if (state === "preview") throw error;
    return readWaiting(viewer, importId);
  }
}

function guessed({ rows }: ReadTable): Pick<StationChoices, "headerRow" | "columns"> {
  const headerRow = guessHeaderRow(rows);
  const columns = guessColumns(rows, headerRow);
  if (headerRow > 0) return { headerRow, columns };
  const [first] = rows;
  const place = columns.lng ?? columns.place;
  const named = first && place !== undefined && !/\d/.test(String(first.cells[place] ?? ""));
  return { headerRow: named ? first.row : 0, columns };
}
