import { matchTrace } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { problem } from "~/kit/ground/problem";
import type { MatchResult } from "~/transit/roads/match";
import type { KnownStation } from "../detail.server";
import type { Direction } from "../directions";
import { offPath } from "../measure";
import { findReference } from "../reference/references.server";
import type { Variant } from "../versions.server";
import { type MatchSource, matchSources, type SourceState } from "./match-sources";
import { relationTrace, type Trace } from "./relation.server";

export interface ChosenSource {
  source: MatchSource;
  sources: SourceState[];
  /** null: only the stations are known. */
  traced: MatchResult | null;
}

/** Tries the sources from the best on, or only the one that is wanted; `wanted` that does not exist is refused in words. */
export async function chooseSource(
  viewer: Viewer,
  variant: Variant,
  direction: Direction,
  stations: readonly KnownStation[],
  wanted?: MatchSource,
): Promise<ChosenSource> {
  const sources: SourceState[] = [];
  let chosen: Omit<ChosenSource, "sources"> | undefined;
  for (const { value: source, label: sourceName } of matchSources) {
    const skipped = wanted !== undefined && wanted !== source;
    if (source === "stations") {
      const used = chosen === undefined;
      chosen ??= { source, traced: null };
      sources.push({ source, sourceName, used, open: true, reason: used ? "" : "按站点逐段寻路，其他来源更可靠" });
      continue;
    }
    const trace = await (source === "relation"
      ? relationTrace(viewer, variant, stations)
      : referenceTrace(viewer, variant, direction));
    if (typeof trace === "string") {
      if (wanted === source) throw problem.field("source", `不能用${sourceName}：${trace}`);
      sources.push({ source, sourceName, used: false, open: false, reason: trace });
      continue;
    }
    if (chosen || skipped) {
      sources.push({
        source,
        sourceName,
        used: false,
        open: true,
        reason: chosen ? "已采用更可靠的来源" : "按您的选择未采用",
      });
      continue;
    }
    const traced = await matchTrace(
      viewer,
      trace.path.map(([lng, lat]) => ({ lng, lat })),
      stations.map(({ lng, lat }) => ({ lng, lat })),
      { trim: true, ...(trace.ways && { ways: trace.ways, spacing: 15 }) },
    );
    const misfit = misfitText(traced, stations);
    const used = wanted === source || misfit === "";
    if (used) chosen = { source, traced };
    sources.push({ source, sourceName, used, open: true, reason: misfit || trace.note });
  }
  return { ...chosen!, sources };
}

async function referenceTrace(viewer: Viewer, { lineUuid }: Variant, direction: Direction): Promise<Trace | string> {
  const reference = await findReference(viewer, lineUuid, direction);
  if (!reference) return "这个方向没有导入参考线";
  if (reference.path.length < 2) return "参考线少于 2 个点";
  return { path: reference.path, note: reference.referenceName };
}

function misfitText({ stopOffsets }: MatchResult, stations: readonly KnownStation[]): string {
  const far = stations.filter((_, i) => (stopOffsets[i] ?? Infinity) > offPath).map(({ staName }) => staName);
  if (far.length === 0) return "";
  return `有 ${far.length} 个站点离它超过 ${offPath} 米（${far.slice(0, 3).join("、")}${far.length > 3 ? "等" : ""}）`;
}
