import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction, joinTransaction } from "~/kit/data/db/pool.server";
import { withLocalFile } from "~/kit/data/files/files.server";
import { failImport, keepPreview, keepResult, type Report, runStep } from "~/kit/page/import-flow/import-step.server";
import { keepUndone } from "~/kit/page/import-flow/import-life.server";
import { contain } from "~/kit/ground/faults.server";
import { shortenProposal } from "~/kit/page/import-flow/proposal";
import { OsmFileError } from "~/transit/osm/osm-file-error";
import { readMapApart } from "./read-apart.server";
import type { MapFile } from "./read-map.server";
import type { PathOnRoads, RoadUsers } from "./road-users";
import type { ImportPreview, ImportResult, MapImportRow } from "./schema";
import { keepBefore, takeBackRoads, waysChangedBy } from "./roads-before.server";
import { mergeRoads, planRoads } from "./store-roads.server";

/** Reads a waiting import's file and compares it with what is stored; a file that cannot be used ends the import with its reason. Begun again after an interruption. */
export async function readImport<Path extends PathOnRoads>(
  users: RoadUsers<Path>,
  viewer: Viewer,
  importId: string,
  stop: AbortSignal,
): Promise<void> {
  await runStep<MapImportRow>(
    life,
    importId,
    { from: ["waiting", "reading"], state: "reading", stop, faultOf },
    async ({ row, report, signal }) => {
      const file = await withLocalFile(row.fileKey, (path) =>
        readMapApart(path, { signal, progress: tellBeside(report, 0.6) }),
      );
      await report(0.65, "与已有道路比较", true);
      const { ways, replace, turns } = await planRoads(file.roads);
      await report(0.7, "查找受影响的线路", true);
      const touched = await users.pathsOnWays(viewer, replace);
      await report(0.8, "与已有线路、站点比较", true);
      const bus = await users.previewBusRoutes(viewer, file.bus);
      const preview: ImportPreview = {
        ...factsOf(file),
        roads: ways,
        lines: shortenProposal(bus.lines),
        stations: shortenProposal(bus.stations),
        problems: bus.problems.slice(0, 500),
        problemCount: bus.problems.length,
        touched: touched.slice(0, 500).map(({ checkKey, name, before }) => ({ checkKey, name, before })),
        touchedCount: touched.length,
        turns: { ...turnFacts(file), counts: turns.counts },
      };
      await keepPreview(life, importId, preview);
    },
  );
}

/** Carries a confirmed import's file into the network and the lines; doing it again changes nothing more. */
export async function applyImport<Path extends PathOnRoads>(
  users: RoadUsers<Path>,
  viewer: Viewer,
  importId: string,
  stop: AbortSignal,
): Promise<void> {
  await runStep<MapImportRow>(
    life,
    importId,
    { from: ["applying"], state: "applying", stop, faultOf },
    async ({ row, report, signal }) => {
      const file = await withLocalFile(row.fileKey, (path) =>
        readMapApart(path, { signal, progress: tellBeside(report, 0.4) }),
      );
      await report(0.42, "查找受影响的线路", true);
      const touched = await users.pathsOnWays(viewer, (await planRoads(file.roads)).replace);
      await report(0.45, "写入道路", true);
      const { roads, turns } = await inTransaction(async (trx) => {
        await sql`set local statement_timeout = '5000s'`.execute(trx);
        await sql`set local idle_in_transaction_session_timeout = '5000s'`.execute(trx);
        return mergeRoads(trx, file.roads, (plan) => keepBefore(trx, importId, plan));
      });
      await report(0.7, "写入线路和站点", true);
      // Only new lines need an organisation; without any the import may be confirmed without one.
      const bus = row.choices.roadsOnly
        ? noLines
        : await users.applyBusRoutes({ ...viewer, batchId: importId }, file.bus, { orgId: row.orgId ?? "" });
      await report(0.9, "按新的道路检查线路", true);
      const { checked, broken, asked } = await users.afterRoads(viewer, touched);
      const result: ImportResult = {
        roads,
        turns,
        lines: bus.lines,
        stations: bus.stations,
        checked,
        broken,
        asked,
        problems: bus.problems.slice(0, 500),
        problemCount: bus.problems.length,
      };
      await keepResult(life, row, result);
    },
  );
}

/** Takes a finished import back: roads as they were, lines and stations that it has made into the bin; what was changed since stays. */
export async function undoImport<Path extends PathOnRoads>(
  users: RoadUsers<Path>,
  viewer: Viewer,
  importId: string,
  stop: AbortSignal,
): Promise<void> {
  await runStep<MapImportRow>(
    life,
    importId,
    { from: ["applying"], state: "applying", stop, faultOf, withoutFile: true },
    async ({ row, report }) => {
      const by = { ...viewer, reason: `撤销导入“${row.fileName.slice(0, 200)}”` };
      await report(0.1, "查找受影响的线路", true);
      const touched = await users.pathsOnWays(viewer, await waysChangedBy(db(), importId));
      await report(0.3, "撤销线路、站点和道路", true);
      const { lines, roads } = await inTransaction((trx) =>
        joinTransaction(trx, async () => ({
          lines: await users.undoBusRoutes(by, importId),
          roads: await takeBackRoads(trx, importId),
        })),
      );
      await report(0.9, "按恢复的道路检查线路", true);
      const { checked, broken, asked } = await users.afterRoads(viewer, touched);
      const undone = { ...lines, ways: roads.ways, keptWays: roads.kept, checked };
      await keepUndone(life, viewer, importId, { ...row.result, undone, broken, asked });
    },
  );
}

export const giveUpUndo = (importId: string): Promise<void> =>
  failImport(life, importId, "撤销多次中断，已停止，没有撤销任何内容。请再撤销一次");

const noLines = {
  lines: { new: 0, changed: 0, unchanged: 0 },
  stations: { new: 0, changed: 0, unchanged: 0 },
  problems: [],
};

export async function giveUpImport(importId: string): Promise<void> {
  await failImport(life, importId, "处理多次中断，已停止。请重新读取；若再次失败，请缩小导出范围后重新上传");
}

const life = { door: "map" } as const;

const faultOf = (error: unknown) =>
  error instanceof OsmFileError ? { message: error.message, forget: error.fault !== "stopped" } : undefined;

function factsOf({ facts, roads, bus, skippedWays, skippedRelations }: MapFile) {
  const forBuses = roads.edges.filter(({ forward, backward }) => forward || backward);
  const directions = bus.lines.flatMap((line) => line.variants.flatMap((variant) => variant.directions));
  return {
    facts,
    edges: forBuses.length,
    kilometres: Math.round(forBuses.reduce((sum, edge) => sum + edge.length, 0) / 100) / 10,
    skippedWays,
    skippedRelations,
    directions: directions.length,
    drafts: bus.lines.filter((line) => line.draft).length,
  };
}

function turnFacts({ roads: { turns }, skippedTurns }: MapFile) {
  const read = turns.relationIds.length;
  return { read, kept: read - skippedTurns.reduce((sum, { count }) => sum + count, 0), skipped: skippedTurns };
}

/** A progress that cannot be written stops no import. */
const tellBeside = (report: Report, share: number) =>
  contain("the progress of a map import", (done: number, phase: string) => report(done * share, phase));
