import { inTransaction } from "~/kit/data/db/pool.server";
import { applyBusRoutes } from "../network/apply-network.server";
import { previewBusRoutes } from "../network/preview-network.server";
import { keepReferenceIn, referencesOf } from "~/domains/line-matching/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { mostListed, type Proposal, shortenProposal } from "~/kit/page/import-flow/proposal";
import type { ImportProblem } from "~/transit/osm/bus-routes";
import type { FileProblem, LineFile } from "~/transit/line-files/shape";
import type { CrsOffset } from "~/transit/geo/likely-crs";
import { toBusNetwork } from "./bus-network";
import { referencesFor } from "./file-references.server";
import { fittingIn } from "./fitting";
import { recognised } from "./known-stations.server";
import { placeStops } from "../network-table/place-stops.server";
import type { Comparison, FileChoice, FileResult } from "./schema";

export async function compare(viewer: Viewer, read: LineFile, choice: FileChoice): Promise<Comparison> {
  const { placed, unplaced } = await placeStops(viewer, read, choice.crs);
  const file = await fittingIn(placed, choice.crs);
  if (choice.use === "references") return compareReferences(viewer, file, choice);
  const bus = await recognised(viewer, await toBusNetwork(file, choice));
  const { lines, directions, stations, drafts, problems } = await previewBusRoutes(viewer, bus);
  return {
    choice,
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
  given: { orgId: string; fileName: string; offsets: CrsOffset[] },
): Promise<FileResult> {
  const { use, crs } = choice;
  const { placed, unplaced } = await placeStops(viewer, read, crs);
  const file = await fittingIn(placed, crs);
  if (use === "lines") {
    const bus = await recognised(viewer, await toBusNetwork(file, choice));
    const { problems, ...counts } = await applyBusRoutes(viewer, bus, { orgId: given.orgId });
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
