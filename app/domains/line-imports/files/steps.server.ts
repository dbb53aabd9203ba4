import { sql } from "kysely";
import { newSource } from "~/domains/data-sources/schema";
import { sourceOf, weighSources } from "./file-source.server";
import { offsetsToRoads } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { withLocalFile } from "~/kit/data/files/files.server";
import {
  returnToPreview,
  failImport,
  keepPreview,
  keepResult,
  runStep,
} from "~/kit/page/import-flow/import-step.server";
import { readLinesApart } from "~/transit/line-files/read-apart.server";
import { variantsOf } from "~/transit/line-files/pair";
import { type LineFile, LineFileError, unrecognised } from "~/transit/line-files/shape";
import { FILE_CRS, isPossible } from "~/transit/geo/file-crs";
import { type LngLat, distanceBetween } from "~/transit/geo/lng-lat";
import { db } from "~/kit/data/db/pool.server";
import { keepUndone, plainJson } from "~/kit/page/import-flow/import-life.server";
import { lineImports } from "../imports.server";
import { undoNetwork } from "../network/undo-network.server";
import { guessTable, readNetworkTable } from "../network-table/read-network-table.server";
import type { TableChoices, TableFacts } from "../network-table/table-choices";
import { type ReplacedTimetable, undoTimetables } from "../timetables/timetables.server";
import { apply, compare } from "./compare.server";
import { plansOf } from "~/kit/room/sheets/plans.server";
import { ChoiceForm, type Comparison, type FileImport, type FilePreview, tablePlans } from "./schema";
import { stationsCalled } from "~/domains/stations/queries.server";
import { today } from "~/kit/ground/time/today.server";
import { groupBy } from "~/kit/ground/group-by";
import { likelyCrs, type LikelyCrs } from "~/transit/geo/likely-crs";

export async function readFileOfLines(viewer: Viewer, importId: string, stop: AbortSignal): Promise<void> {
  await runStep<FileImport>(
    lineImports,
    importId,
    { from: ["waiting", "reading"], state: "reading", stop, faultOf },
    async ({ row, report, signal }) => {
      await report(0.1, "读取文件", true);
      const { file, table } = await read(row, signal);
      await report(0.5, "与路网比较", true);
      const points = pointsOf(file);
      const byRoads = await offsetsToRoads(viewer, points);
      const byStations = byRoads.offsets.length > 0 ? null : await offsetsToStations(viewer, file);
      const evidence =
        byStations && byStations.offsets.length > 0
          ? ({ against: "stations", likely: byStations } as const)
          : ({ against: "roads", likely: byRoads } as const);
      const choice = ChoiceForm.safeParse(row.choices);
      if (choice.success) await report(0.7, "与已有线路、站点比较", true);
      const crs = choice.success ? choice.data.crs : (file.hint?.crs ?? evidence.likely.likely ?? "WGS84");
      const sources = await weighSources(viewer, file, crs);
      const source = sourceOf(file.kind, sources, { ...row, chosen: row.choices.sourceUuid });
      const comparison = choice.success ? await compare(viewer, file, choice.data, source) : null;
      const preview: FilePreview = {
        ...factsOf(file),
        ...evidence,
        impossible: FILE_CRS.filter((crs) => !isPossible(points, crs)),
        comparison,
        table,
        sources,
        source,
      };
      await keepPreview(lineImports, importId, preview);
    },
  );
}

export async function applyFileOfLines(viewer: Viewer, importId: string, stop: AbortSignal): Promise<void> {
  await runStep<FileImport>(
    lineImports,
    importId,
    { from: ["applying"], state: "applying", stop, faultOf },
    async ({ row, report, signal }) => {
      await report(0.1, "读取文件", true);
      const { file } = await read(row, signal);
      await report(0.4, "与已有线路、站点比较", true);
      const choice = ChoiceForm.parse(row.choices);
      // A preview that was made before sources were asked for has none.
      const source = row.preview?.source ?? sourceOf(file.kind, [], { ...row, chosen: newSource });
      const comparison = await compare(viewer, file, choice, source);
      // Where nothing is left to do, this step may have been interrupted after it had done it.
      if (
        changesAnything(comparison) &&
        row.preview?.comparison &&
        countsOf(comparison) !== countsOf(row.preview.comparison)
      ) {
        return returnToPreview(
          lineImports,
          importId,
          { ...row.preview, comparison },
          "预览之后线路或站点被修改过，已按现在的数据重新比较，还没有导入。请核对后再确认",
        );
      }
      await report(0.6, "写入线路和站点", true);
      await keepResult(
        lineImports,
        row,
        await apply({ ...viewer, batchId: importId }, file, choice, {
          orgId: row.orgId ?? "",
          source,
          ticked: row.choices.allTicks ? "all" : new Set(row.choices.ticks),
          fileName: row.fileName,
          offsets: row.preview?.likely.offsets ?? [],
        }),
      );
    },
  );
}

function changesAnything({ lines, stations }: Comparison): boolean {
  return [lines.counts, stations?.counts].some((counts) => counts && counts.new + counts.changed > 0);
}

function countsOf({ lines, directions, stations, drafts }: Comparison): string {
  return (
    JSON.stringify(
      [lines.counts, directions, stations?.counts].map(
        (counts) => counts && [counts.new, counts.changed, counts.unchanged],
      ),
    ) + drafts
  );
}

/** Takes back what a finished import has made and changed. */
export function undoFileOfLines(viewer: Viewer, importId: string, stop: AbortSignal): Promise<void> {
  return runStep<FileImport>(
    lineImports,
    importId,
    { from: ["applying"], state: "applying", stop, faultOf, withoutFile: true },
    async ({ row, report }) => {
      await report(0.3, "撤销线路和站点", true);
      const by = { ...viewer, reason: `撤销导入“${row.fileName.slice(0, 200)}”` };
      const undone =
        row.result?.use === "timetables"
          ? await undoneTimetables(by, row.result.replaced ?? [])
          : await undoNetwork(by, importId);
      await keepUndone(lineImports, viewer, importId, { ...row.result, undone });
    },
  );
}

async function undoneTimetables(viewer: Viewer, replaced: readonly ReplacedTimetable[]) {
  const { restored, kept } = await undoTimetables(viewer, replaced);
  const none = { lines: 0, stations: 0, restored: 0 };
  return { ...none, restoredLines: restored, kept: kept.slice(0, 500), keptCount: kept.length };
}

export const giveUpUndo = (importId: string): Promise<void> =>
  failImport(lineImports, importId, "撤销多次中断，已停止，没有撤销任何内容。请再撤销一次");

export async function giveUpFile(importId: string): Promise<void> {
  await failImport(lineImports, importId, "处理多次中断，已停止。请重新读取；若再次失败，请把文件拆小后重新上传");
}

const faultOf = (error: unknown) =>
  error instanceof LineFileError ? { message: error.message, forget: true } : undefined;

function read(
  { importId, fileKey, fileName, choices }: Pick<FileImport, "importId" | "fileName" | "choices"> & { fileKey: string },
  signal: AbortSignal,
): Promise<{ file: LineFile; table?: TableFacts }> {
  return withLocalFile(fileKey, async (path) => {
    const source = { path, name: fileName };
    if (choices.table) return readNetworkTable(source, choices.table, signal);
    try {
      return { file: await readLinesApart([source], signal) };
    } catch (error) {
      const table = isUnrecognised(error) ? await tableOfUnknown(source) : undefined;
      if (!table) throw error;
      await sql`update import_batch set choices = choices || ${plainJson({ table })}::jsonb where import_id = ${importId}`.execute(
        db(),
      );
      return readNetworkTable(source, table, signal);
    }
  });
}

const isUnrecognised = (error: unknown): boolean =>
  error instanceof LineFileError && error.message.startsWith(unrecognised);

/** How a text of no known kind is read as a table whose columns are then asked for; undefined where it is none. */
async function tableOfUnknown(source: { path: string; name: string }): Promise<TableChoices | undefined> {
  const table = await guessTable(source, {}, await plansOf(db(), tablePlans)).catch(() => undefined);
  if (!table) return undefined;
  const { table: facts } = await readNetworkTable(source, table);
  if (facts.columns.length < fewestColumns) return undefined;
  const isNamed = table.headerRow === 0 && facts.columns.every(({ sample }) => !/^[-\d.,:]+$/.test(sample));
  return isNamed ? { ...table, headerRow: 1 } : table;
}

/** A line and a station at least, and what tells their order or place. */
const fewestColumns = 3;

function pointsOf({ lines }: LineFile): LngLat[] {
  return lines.flatMap(({ directions }) =>
    directions.flatMap(({ path, stops }) =>
      path.length > 0 ? path : stops.map(({ lng, lat }) => [lng, lat] as const).filter(([lng]) => !Number.isNaN(lng)),
    ),
  );
}

function factsOf(file: LineFile): Omit<FilePreview, "against" | "likely" | "impossible" | "comparison"> {
  const { lines, kind, counts, hint, notes, problems } = file;
  const directions = lines.flatMap((line) => line.directions);
  return {
    kind,
    counts,
    hint: hint ?? null,
    notes: expired(file) ? [...(notes ?? []), expired(file)] : notes,
    lines: lines.length,
    directions: directions.length,
    circular: lines.filter((line) => variantsOf(line).lineType === 2).length,
    stops: new Set(directions.flatMap(({ stops }) => stops.map(({ key }) => key))).size,
    points: directions.reduce((sum, { path }) => sum + path.length, 0),
    withStops: lines.filter((line) => line.directions.some(({ stops }) => stops.length > 1)).length,
    doubtful: lines.flatMap(({ name, doubt }) => (doubt ? [{ name, detail: doubt }] : [])),
    problems: problems.slice(0, 500),
    problemCount: problems.length,
  };
}

function expired({ lastDay }: LineFile): string {
  if (!lastDay || lastDay >= today()) return "";
  return `运营日历最晚到 ${lastDay}，已经过期：线路和站点可以导入，班次从今天起都不运行`;
}

const mostStops = 600;

/** How far a file's stops lie from the stored stations of the same name under each coordinate system: the evidence where no roads are known. */
async function offsetsToStations(viewer: Viewer, { lines }: LineFile): Promise<LikelyCrs> {
  const stops = [
    ...new Map(
      lines.flatMap(({ directions }) => directions.flatMap((one) => one.stops)).map((stop) => [stop.key, stop]),
    ).values(),
  ];
  const names = [...new Set(stops.map(({ name }) => name))];
  const stored = groupBy(await stationsCalled(viewer, { numbers: [], names }), ({ staName }) => staName);
  const known = stops
    .filter(({ name }) => stored.has(name))
    .filter(({ lng }) => !Number.isNaN(lng))
    .slice(0, mostStops);
  return likelyCrs(
    known.map(({ lng, lat }) => [lng, lat] as const),
    async (places, reach) =>
      places.map((place, at) => {
        const nearest = Math.min(
          ...stored.get(known[at]!.name)!.map(({ lng, lat }) => distanceBetween([lng, lat], place)),
        );
        return nearest <= reach ? nearest : null;
      }),
  );
}
