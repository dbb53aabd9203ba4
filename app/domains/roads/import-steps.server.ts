import { sql } from "kysely";
import { applyBusRoutes, previewBusRoutes } from "~/domains/lines/queries.server";
import type { Viewer } from "~/kernel/access/viewer";
import { db, inTransaction } from "~/kernel/db/pool.server";
import { deleteFile, withLocalFile } from "~/kernel/files/files.server";
import { Problem } from "~/kernel/http/problem";
import { OsmFileError } from "~/kernel/osm/osm-file-error";
import { readMapApart } from "./read-apart.server";
import type { MapFile } from "./read-map.server";
import type { ImportPreview, ImportResult, ImportState, Proposal } from "./schema";
import { mergeRoads, planRoads } from "./store-roads.server";

/** Reads a waiting import's file and compares it with what is stored; a file that cannot be used ends the import with its reason. Begun again after an interruption. */
export async function readImport(viewer: Viewer, importId: string, stop: AbortSignal): Promise<void> {
  await runStep(importId, ["waiting", "reading"], "reading", stop, async (fileKey, report, signal) => {
    const file = await withLocalFile(fileKey, (path) => readMapApart(path, { signal, progress: (done, phase) => report(done * 0.6, phase) }));
    await report(0.65, "与已有道路比较", true);
    const { ways } = await planRoads(file.roads);
    await report(0.8, "与已有线路、站点比较", true);
    const bus = await previewBusRoutes(viewer, file.bus);
    const preview: ImportPreview = { ...factsOf(file), roads: ways, lines: shortened(bus.lines), stations: shortened(bus.stations), problems: bus.problems.slice(0, 500), problemCount: bus.problems.length };
    await db()
      .updateTable("mapImport")
      .set({ state: "preview", progress: 1, phase: "", preview: plainJson(preview) })
      .where("importId", "=", importId)
      .where("state", "=", "reading")
      .execute();
  });
}

/** Carries a confirmed import's file into the network and the lines; doing it again changes nothing more. */
export async function applyImport(viewer: Viewer, importId: string, stop: AbortSignal): Promise<void> {
  await runStep(importId, ["applying"], "applying", stop, async (fileKey, report, signal, orgId) => {
    const file = await withLocalFile(fileKey, (path) => readMapApart(path, { signal, progress: (done, phase) => report(done * 0.4, phase) }));
    await report(0.45, "写入道路", true);
    const roads = await inTransaction(async (trx) => {
      await sql`set local statement_timeout = '5000s'`.execute(trx);
      await sql`set local idle_in_transaction_session_timeout = '5000s'`.execute(trx);
      return mergeRoads(trx, file.roads);
    });
    await report(0.7, "写入线路和站点", true);
    // Only new lines need an organisation; without any the import may be confirmed without one.
    const bus = await applyBusRoutes(viewer, file.bus, { orgId: orgId ?? "" });
    const result: ImportResult = { roads, lines: bus.lines, stations: bus.stations };
    await db()
      .updateTable("mapImport")
      .set({ state: "done", progress: 1, phase: "", result: plainJson(result), fileKey: null, finishedAt: sql`now()` })
      .where("importId", "=", importId)
      .where("state", "=", "applying")
      .execute();
    await deleteFile(fileKey);
  });
}

/** Ends an import whose reading or writing was interrupted again and again. */
export async function giveUpImport(importId: string): Promise<void> {
  await failImport(importId, "处理多次中断，已停止。请重新读取；若再次失败，请缩小导出范围后重新上传");
}

type Report = (done: number, phase: string, now?: boolean) => Promise<void>;

/** Runs one step of an import that is in one of these states; a bad file or a broken rule ends the import, anything else is thrown on to be tried again. */
async function runStep(
  importId: string,
  from: ImportState[],
  state: ImportState,
  stop: AbortSignal,
  work: (fileKey: string, report: Report, signal: AbortSignal, orgId: string | null) => Promise<void>,
): Promise<void> {
  const row = await db().updateTable("mapImport").set({ state }).where("importId", "=", importId).where("state", "in", from).returning(["fileKey", "orgId"]).executeTakeFirst();
  if (!row?.fileKey) return;
  const cancelled = new AbortController();
  const signal = AbortSignal.any([stop, cancelled.signal, AbortSignal.timeout(5_000_000)]);
  let written = 0;
  const report: Report = async (progress, phase, now = false) => {
    if (!now && Date.now() - written < 700) return;
    written = Date.now();
    const kept = await db().updateTable("mapImport").set({ progress, phase }).where("importId", "=", importId).where("state", "=", state).executeTakeFirst();
    if (kept.numUpdatedRows === 0n) cancelled.abort();
    signal.throwIfAborted();
  };
  const quiet: Report = (...told) => (told[2] ? report(...told) : report(...told).catch(() => undefined));
  try {
    await work(row.fileKey, quiet, signal, row.orgId);
  } catch (error) {
    if (cancelled.signal.aborted) return;
    if (stop.aborted) throw error;
    if (error instanceof DOMException && error.name === "TimeoutError") return failImport(importId, "处理时间过长，已停止，请缩小导出范围，分几次导入");
    if (!(error instanceof OsmFileError || error instanceof Problem)) throw error;
    await failImport(importId, error.message);
    if (error instanceof OsmFileError && error.fault !== "stopped") await dropFile(importId, row.fileKey);
  }
}

async function failImport(importId: string, error: string): Promise<void> {
  await db().updateTable("mapImport").set({ state: "failed", phase: "", error, finishedAt: sql`now()` }).where("importId", "=", importId).where("state", "in", ["waiting", "reading", "applying"]).execute();
}

/** A file that will never be readable is not kept. */
async function dropFile(importId: string, fileKey: string): Promise<void> {
  await db().updateTable("mapImport").set({ fileKey: null }).where("importId", "=", importId).execute();
  await deleteFile(fileKey);
}

function factsOf({ facts, roads, bus, skippedWays, skippedRelations }: MapFile) {
  const directions = bus.lines.flatMap((line) => line.variants.flatMap((variant) => variant.directions));
  return {
    facts,
    edges: roads.edges.length,
    kilometres: Math.round(roads.edges.reduce((sum, edge) => sum + edge.length, 0) / 100) / 10,
    skippedWays,
    skippedRelations,
    directions: directions.length,
    drafts: bus.lines.filter((line) => line.draft).length,
  };
}

function shortened(all: Omit<Proposal, "counts">): Proposal {
  const counts = { new: all.new.length, changed: all.changed.length, unchanged: all.unchanged.length };
  return { counts, new: all.new.slice(0, 500), changed: all.changed.slice(0, 500), unchanged: all.unchanged.slice(0, 500) };
}

/** JSON fit for jsonb, which takes no NUL character. */
function plainJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "string" ? part.replaceAll("\u0000", "") : part));
}
