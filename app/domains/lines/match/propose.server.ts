import { readLineView } from "~/domains/parameters/queries.server";
import { matchStops, nearestRoad } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { type KeptPiece, keptPieces, type OldPath } from "~/transit/roads/kept-pieces";
import type { MatchResult } from "~/transit/roads/match";
import { oldPath } from "~/transit/roads/old-path";
import { readContent, type StoredPath } from "../content.server";
import { type KnownStation, stationsOf } from "../detail.server";
import { beginWith, type Direction, directionsOf } from "../directions";
import type { MatchProposal, Via } from "../schema";
import { editedVersion, requireVariant, type Variant } from "../versions.server";
import { livingVersions } from "../versions/gone.server";
import type { MatchSource } from "./match-sources";
import { proposalOf } from "./proposal.server";
import { chooseSource } from "./sources.server";

export interface MatchAsked {
  classifySid?: string;
  lineUuid?: string;
  versionUuid?: string;
  direction?: Direction;
  /** Left out: the best one that fits. */
  source?: MatchSource;
  vias?: readonly Via[];
  /** Only these gaps; the others stay point for point. */
  gaps?: readonly number[];
  /** Whether stretches drawn by hand stay; they do unless false. */
  keepFreeHand?: boolean;
}

/** Lays a variant's draft (or what is in force) on the roads, direction by direction, from the best source; nothing is saved. */
export async function proposeMatch(viewer: Viewer, { direction, ...asked }: MatchAsked): Promise<MatchProposal[]> {
  const variant = await requireVariant(viewer, asked);
  const version = editedVersion(await livingVersions(variant, asked.versionUuid), asked.versionUuid).current;
  const [content, view] = await Promise.all([readContent(db(), version?.versionUuid ?? null), readLineView()]);
  const known = await stationsOf(db(), content);
  const wanted = directionsOf(
    variant.lineType,
    beginWith(view, version?.params?.startDirection, variant.own.startDirection),
  ).filter((one) => direction === undefined || one.direction === direction);
  const filled = wanted.filter((one) => content[one.direction - 1]!.rows.length > 1);
  if (filled.length === 0) throw problem.field("direction", "这个方向少于 2 个站点，请先编辑站点再匹配");
  const proposals: MatchProposal[] = [];
  for (const one of filled) {
    const { rows, path } = content[one.direction - 1]!;
    const stations = rows.map(({ staUuid }) => known.get(staUuid)!);
    proposals.push({ ...one, ...(await proposeDirection(viewer, variant, one.direction, stations, path, asked)) });
  }
  return proposals;
}

async function proposeDirection(
  viewer: Viewer,
  variant: Variant,
  direction: Direction,
  stations: readonly KnownStation[],
  path: StoredPath | null,
  asked: MatchAsked,
): Promise<Omit<MatchProposal, "direction" | "directionName">> {
  const count = stations.length - 1;
  if (asked.vias) await checkVias(viewer, asked.vias, count);
  const beyond = asked.gaps?.findIndex((gap) => gap >= count) ?? -1;
  if (beyond >= 0) throw problem.field(`gaps.${beyond}`, `这个方向只有 ${count} 段站间，序号应为 0 到 ${count - 1}`);
  if (asked.gaps && !path) throw problem.field("gaps", "这个方向还没有路径，请先整条匹配");
  const touched = new Set(asked.gaps ?? Array.from({ length: count }, (_, gap) => gap));
  const own = path?.vias.filter(({ gap }) => gap < count) ?? [];
  const vias = asked.vias
    ? [...own.filter(({ gap }) => !touched.has(gap)), ...asked.vias.filter(({ gap }) => touched.has(gap))]
    : own;
  const { source, sources, traced } = await chooseSource(viewer, variant, direction, stations, asked.source);
  const places = stations.map(({ lng, lat }) => ({ lng, lat }));
  const keepDrawn = asked.keepFreeHand !== false;
  const old =
    path && (asked.gaps || (keepDrawn && path.freeHand.length > 0))
      ? oldPath(
          path.points,
          path.gaps,
          path.freeHand,
          places.map(({ lng, lat }) => [lng, lat]),
          touched,
        )
      : null;
  const stays = old
    ? keptPieces(old, touched, vias).filter(({ gap, drawn }) => keepDrawn || !drawn || !touched.has(gap))
    : [];
  const followed = traced ? followedPieces(traced, touched, vias, stays) : [];
  const known = Array.from({ length: count }, (_, i) =>
    followed.some(({ gap }) => gap === i) ? traced!.gaps[i] : old?.gaps[i],
  );
  const found = await matchStops(viewer, places, { vias, kept: [...stays, ...followed], known });
  const partial = asked.gaps && path ? { gaps: [...touched].sort((a, b) => a - b), pathSource: path.source } : null;
  return {
    ...proposalOf(found, places, vias),
    source,
    sources,
    matchedGaps: partial?.gaps ?? null,
    pathSource: partial?.pathSource ?? pathSources[source],
  };
}

const pathSources = { relation: "osm", reference: "reference", stations: "match" } as const satisfies Record<
  MatchSource,
  StoredPath["source"]
>;

/** Of a followed line the gaps that are to be matched, without those that it does not connect, that have points to pass or are drawn by hand. */
function followedPieces(
  traced: MatchResult,
  touched: ReadonlySet<number>,
  vias: readonly Via[],
  stays: readonly KeptPiece[],
): KeptPiece[] {
  const line: OldPath = { points: traced.path, gaps: traced.gaps, freeHand: [] };
  const own = new Set(
    traced.gaps.flatMap(({ broken }, gap) =>
      broken || !touched.has(gap) || vias.some((via) => via.gap === gap) || stays.some((piece) => piece.gap === gap)
        ? [gap]
        : [],
    ),
  );
  return keptPieces(line, own);
}

async function checkVias(viewer: Viewer, vias: readonly Via[], count: number): Promise<void> {
  for (const [at, { gap, lng, lat }] of vias.entries()) {
    if (gap >= count) throw problem.field(`vias.${at}.gap`, `这个方向只有 ${count} 段站间，序号应为 0 到 ${count - 1}`);
    if (!(await nearestRoad(viewer, lng, lat, viaReach))) throw problem.field(`vias.${at}.lng`, offRoad);
  }
}

/** Metres around a point to pass in which there has to be a road. */
export const viaReach = 200;
export const offRoad = `途经点 ${viaReach} 米内没有公交可走的道路，请选在道路上`;
