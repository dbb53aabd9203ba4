import { matchTrace } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { problem } from "~/kit/ground/problem";
import { spread } from "~/transit/geo/beside";
import { keptPieces } from "~/transit/roads/kept-pieces";
import type { MatchResult } from "~/transit/roads/match";
import type { KnownStation, Variant } from "~/domains/line-versions/queries.server";
import type { Direction } from "~/domains/lines/directions";
import { offPath } from "~/domains/line-versions/sequence/measure";
import { findReference, type LineReference } from "./reference/references.server";
import { labelOf } from "~/domains/lines/choices";
import { type Followed, followPath } from "./follow-path.server";
import { givenText, type GivenPath, orderOf } from "./given-path";
import { type MatchSource, matchSources, type SourceState } from "~/domains/lines/match-sources";
import { relationTrace, type Trace } from "./relation.server";

/** Tries the sources from the best on, or only the one that is wanted; `wanted` that does not exist is refused in words. */
export async function chooseSource(
  viewer: Viewer,
  variant: Variant,
  direction: Direction,
  stations: readonly KnownStation[],
  { given, wanted, keepDrawn }: { given: GivenPath | null; wanted?: MatchSource; keepDrawn: boolean },
) {
  const reference = await findReference(viewer, variant.lineUuid, direction);
  const sources: SourceState[] = [];
  let chosen: { source: MatchSource; followed: Followed | null } | undefined;
  for (const source of orderOf(given, reference)) {
    const say = (state: Omit<SourceState, "source" | "sourceName">) =>
      sources.push({ source, sourceName: labelOf(matchSources, source), ...state });
    if (source === "stations") {
      const used = chosen === undefined;
      chosen ??= { source, followed: null };
      say({ used, open: true, reason: used ? "" : "按站点逐段寻路，其他来源更可靠" });
      continue;
    }
    const kept = source === "path" ? (given ?? "这个方向还没有给定或生效的路径") : null;
    const trace =
      kept ?? (source === "relation" ? await relationTrace(viewer, variant, stations) : referenceTrace(reference));
    if (typeof trace === "string") {
      if (wanted === source) throw problem.field("source", `不能用${labelOf(matchSources, source)}：${trace}`);
      say({ used: false, open: false, reason: trace });
      continue;
    }
    if (chosen || (wanted !== undefined && wanted !== source)) {
      say({ used: false, open: true, reason: chosen ? "已采用更可靠的来源" : "按您的选择未采用" });
      continue;
    }
    const { followed, misfit, note } =
      "inForce" in trace
        ? { followed: await followPath(viewer, trace.path, stations, keepDrawn), misfit: "", note: givenText(trace) }
        : await followTrace(viewer, trace, stations);
    const used = wanted === source || (misfit === "" && followed.pieces.length > 0);
    if (used) chosen = { source, followed };
    say({ used, open: true, reason: misfit || (used ? note : "没有一段站间的两站都在它上面") });
  }
  return { ...chosen!, sources };
}

async function followTrace(viewer: Viewer, { path, ways, note }: Trace, stations: readonly KnownStation[]) {
  const traced = await matchTrace(
    viewer,
    path.map(([lng, lat]) => ({ lng, lat })),
    stations.map(({ lng, lat }) => ({ lng, lat })),
    { trim: true, ...(ways && { ways, spacing: 15 }) },
  );
  const broken = new Set(traced.gaps.flatMap((gap, i) => (gap.broken ? [i] : [])));
  const line = { points: traced.path, gaps: traced.gaps, freeHand: [] };
  return {
    followed: { pieces: keptPieces(line, broken), known: traced.gaps },
    misfit: misfitText(traced, stations),
    note,
  };
}

function referenceTrace(reference: LineReference | undefined): Trace | string {
  if (!reference) return "这个方向没有导入参考线";
  if (reference.path.length < 2) return "参考线少于 2 个点";
  return { path: spread(reference.path, 40), note: reference.referenceName };
}

function misfitText({ stopOffsets }: MatchResult, stations: readonly KnownStation[]): string {
  const far = stations.filter((_, i) => (stopOffsets[i] ?? Infinity) > offPath).map(({ staName }) => staName);
  if (far.length === 0) return "";
  return `有 ${far.length} 个站点离它超过 ${offPath} 米（${far.slice(0, 3).join("、")}${far.length > 3 ? "等" : ""}）`;
}
