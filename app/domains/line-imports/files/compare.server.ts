import type { DataSource } from "~/domains/data-sources/schema";
import { noTicks } from "../network/doubts";
import type { ImportChoice } from "../network/plan.server";
import { inTransaction } from "~/kit/data/db/pool.server";
import { applyBusRoutes } from "../network/apply-network.server";
import { previewBusRoutes } from "../network/preview-network.server";
import { keepReferenceIn, referencesOf, linesNamed } from "~/domains/line-matching/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { mostListed, type Proposal, shortenProposal } from "~/kit/page/import-flow/proposal";
import type { ImportProblem } from "~/transit/osm/bus-routes";
import type { FileProblem, LineFile, FileDirection, FileLine } from "~/transit/line-files/shape";
import type { CrsOffset } from "~/transit/geo/likely-crs";
import { applyTimetables, compareTimetables } from "../timetables/timetables.server";
import { toBusNetwork } from "./bus-network";
import { recognised } from "./known-stations.server";
import { placeStops } from "../network-table/place-stops.server";
import type { Comparison, FileChoice, FileResult } from "./schema";
import { variantsOf } from "~/transit/line-files/pair";
import { distanceBetween, type LngLat } from "~/transit/geo/lng-lat";
import { type FileCrs, fromFile } from "~/transit/geo/file-crs";
import { createYielder } from "~/kit/ground/yield-regularly";
import { faultOf } from "../file-place";

export async function compare(
  viewer: Viewer,
  read: LineFile,
  choice: FileChoice,
  source: DataSource,
): Promise<Comparison> {
  if (choice.use === "timetables") {
    const { lines, problems } = await compareTimetables(viewer, read);
    return { choice, lines, drafts: 0, ...listProblems(problems) };
  }
  const { placed, unplaced } = await placeStops(viewer, read, choice.crs);
  const file = await fittingIn(placed, choice.crs);
  if (choice.use === "references") return compareReferences(viewer, file, choice);
  const { contradictions, ...network } = await toBusNetwork(file, choice);
  const bus = await recognised(viewer, network, source);
  const { lines, directions, stations, drafts, doubts, problems } = await previewBusRoutes(viewer, bus, {
    source,
    ticked: noTicks,
  });
  return {
    choice,
    contradictions,
    source: source.sourceName,
    doubts: doubts.slice(0, mostListed),
    doubtCount: doubts.length,
    lines: shortenProposal(lines),
    directions,
    stations: shortenProposal(stations),
    known: stations.known,
    drafts,
    ...listProblems(unplaced, file.problems, placedAt(problems)),
  };
}

/** Carries a file into lines and stations, or into reference polylines; the same file again changes nothing. */
export async function apply(
  viewer: Viewer,
  read: LineFile,
  choice: FileChoice,
  given: ImportChoice & { orgId: string; fileName: string; offsets: CrsOffset[] },
): Promise<FileResult> {
  const { use, crs } = choice;
  if (use === "timetables") {
    const { problems, ...written } = await applyTimetables(viewer, read);
    return { use, crs, ...written, ...listProblems(read.problems, problems) };
  }
  const { placed, unplaced } = await placeStops(viewer, read, crs);
  const file = await fittingIn(placed, crs);
  if (use === "lines") {
    const { orgId, source, ticked } = given;
    const bus = await recognised(viewer, await toBusNetwork(file, choice), source);
    const { problems, ...counts } = await applyBusRoutes(viewer, bus, { orgId, source, ticked });
    return { use, crs, ...counts, ...listProblems(unplaced, file.problems, placedAt(problems)) };
  }
  const { found, missing } = await referencesFor(viewer, file, crs);
  const lines = { new: 0, changed: 0, unchanged: 0 };
  await inTransaction(async (trx) => {
    // In one order, so that two imports never wait for one another.
    for (const { lineUuid, direction, referenceName, path } of found.toSorted((a, b) =>
      a.lineUuid < b.lineUuid ? -1 : 1,
    )) {
      lines[
        await keepReferenceIn(trx, viewer, lineUuid, {
          direction,
          referenceName: referenceName.slice(0, 255),
          fileName: given.fileName,
          crs,
          path,
          offsets: given.offsets,
        })
      ]++;
    }
  });
  return { use, crs, lines, ...listProblems(file.problems, missingLines(file, missing)) };
}

async function compareReferences(viewer: Viewer, file: LineFile, choice: FileChoice): Promise<Comparison> {
  const { found, missing } = await referencesFor(viewer, file, choice.crs);
  const all: Omit<Proposal, "counts"> = { new: [], changed: [], unchanged: [] };
  for (const { lineUuid, lineName, direction, referenceName, path } of found) {
    const stored = (await referencesOf(viewer, lineUuid)).find((one) => one.direction === direction);
    const same = stored && stored.crs === choice.crs && String(stored.path) === String(path);
    all[!stored ? "new" : same ? "unchanged" : "changed"].push({
      name: lineName,
      detail: `方向${direction === 1 ? "一" : "二"}：${referenceName}，${path.length} 个点`,
    });
  }
  return {
    choice,
    lines: shortenProposal(all),
    drafts: 0,
    ...listProblems(file.problems, missingLines(file, missing)),
  };
}

function listProblems(...lists: (readonly FileProblem[])[]): { problems: FileProblem[]; problemCount: number } {
  const all = lists.flat();
  return { problems: all.slice(0, mostListed), problemCount: all.length };
}

const placedAt = (problems: readonly ImportProblem[]) => problems.map(({ ref, text }) => ({ where: ref, text }));

function missingLines({ kind }: LineFile, missing: readonly string[]): FileProblem[] {
  const words =
    kind === "echarts" && missing.length > 0
      ? [`文件中的 ${missing.length} 条折线没有名称，不能对应到线路，不导入`]
      : missing.map((name) => `没有叫“${name}”的线路，这条参考线不导入`);
  return words.map((text) => ({ where: "", text }));
}

interface FoundReference {
  lineUuid: string;
  lineName: string;
  direction: 1 | 2;
  referenceName: string;
  path: LngLat[];
}

/** The drawn lines of a file for the stored lines of the same name: the file's primary variant, each direction where its ends lie nearest to the line's. */
async function referencesFor(
  viewer: Viewer,
  file: LineFile,
  crs: FileCrs,
): Promise<{ found: FoundReference[]; missing: string[] }> {
  const lines = await linesNamed(
    viewer,
    file.lines.map(({ name }) => name),
  );
  const turn = createYielder();
  const found: FoundReference[] = [];
  const missing: string[] = [];
  for (const one of file.lines) {
    await turn();
    const drawn = one.directions.filter(({ path }) => path.length > 1);
    if (drawn.length === 0) continue;
    const line = lines.get(one.name);
    if (!line) {
      missing.push(one.name);
      continue;
    }
    const [primary] = variantsOf({ ...one, directions: drawn }).variants;
    const paths = [primary!.up, primary!.down]
      .filter((direction): direction is FileDirection => direction !== null)
      .map((direction) => ({ direction, path: fromFile(direction.path, crs) }));
    const straight = apart(paths[0]!.path, line.up) + (paths[1] ? apart(paths[1].path, line.down) : 0);
    const swapped = apart(paths[0]!.path, line.down) + (paths[1] ? apart(paths[1].path, line.up) : 0);
    const turned = line.lineType !== 2 && swapped < straight;
    paths.forEach(({ direction, path }, index) => {
      if (line.lineType === 2 && index > 0) return;
      const referenceName = direction.name ?? [direction.from, direction.to].filter(Boolean).join("—") ?? one.name;
      found.push({
        lineUuid: line.lineUuid,
        lineName: line.lineName,
        direction: (index === 0) === turned ? 2 : 1,
        referenceName: referenceName || one.name,
        path,
      });
    });
  }
  return { found, missing };
}

/** Metres between both ends of a path and of a sequence of stations; what has no stations is far. */
function apart(path: readonly LngLat[], stations: readonly LngLat[]): number {
  if (stations.length === 0) return 50_000;
  return distanceBetween(path[0]!, stations[0]!) + distanceBetween(path.at(-1)!, stations.at(-1)!);
}

/** A file without the points that cannot be in the chosen system, each direction's first one told at its record. */
async function fittingIn(file: LineFile, crs: FileCrs): Promise<LineFile> {
  const turn = createYielder();
  const problems: FileProblem[] = [];
  const lines: FileLine[] = [];
  for (const line of file.lines) {
    await turn();
    lines.push({
      ...line,
      directions: line.directions.map((one) =>
        fitting(one, crs, (text) => problems.push({ where: `第 ${one.record} 条记录`, text: `“${line.name}”${text}` })),
      ),
    });
  }
  return { ...file, lines, problems };
}

function fitting(one: FileDirection, crs: FileCrs, tell: (text: string) => void): FileDirection {
  const path = one.path.filter((point) => !faultOf(point, crs));
  const stops = one.stops.filter(({ lng, lat }) => !faultOf([lng, lat], crs));
  if (path.length === one.path.length && stops.length === one.stops.length) return one;
  const at = one.path.findIndex((point) => faultOf(point, crs));
  const stop = one.stops.find(({ lng, lat }) => faultOf([lng, lat], crs));
  if (at >= 0)
    tell(
      `路径第 ${at + 1} 点 ${one.path[at]!.join(",")}：${faultOf(one.path[at]!, crs)!.fault}；略去 ${one.path.length - path.length} 个点`,
    );
  if (stop)
    tell(
      `站点“${stop.name}” ${stop.lng},${stop.lat}：${faultOf([stop.lng, stop.lat], crs)!.fault}；略去 ${one.stops.length - stops.length} 站`,
    );
  return { ...one, path: path.length < 2 ? [] : path, stops };
}
