import { checkPath, matchStops, matchTrace } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { metresBeyond, spread } from "~/transit/geo/beside";
import type { LngLat } from "~/transit/geo/lng-lat";
import { metresApart } from "~/transit/geo/metres";
import { distancesAlong, pathLength } from "~/transit/geo/path";
import { pointsOf } from "~/transit/geo/shape";
import { simplifyLine } from "~/transit/geo/simplify";
import type { MatchedGap } from "~/transit/roads/gap";
import type { KeptPiece } from "~/transit/roads/kept-pieces";
import { oldPath } from "~/transit/roads/old-path";
import type { StoredPath } from "~/domains/line-versions/queries.server";
import { measureStops } from "~/domains/line-versions/sequence/measure";

type Place = { lng: number; lat: number };

/** What of a known line each gap takes; a gap without a piece is searched between its stations. */
export interface Followed {
  pieces: KeptPiece[];
  known: (MatchedGap | undefined)[];
}

/** Lays a path on the roads between its stations. Where they do not carry it, what people gave stays as it is, and what a match gave is searched again. */
export async function followPath(
  viewer: Viewer,
  { points, gaps, freeHand, source }: StoredPath,
  stations: readonly Place[],
  keepDrawn: boolean,
): Promise<Followed> {
  const stops = stations.map(({ lng, lat }): LngLat => [lng, lat]);
  const old = oldPath(points, gaps, freeHand, stops, new Set());
  const measured = measureStops(points, stops);
  const unknown = unknownStretches(points, gaps, keepDrawn ? [] : freeHand);
  const along = distancesAlong(old.points);
  const isKnown = old.gaps.map(
    ({ pathFrom, pathTo }, i) =>
      pathFrom < pathTo &&
      measured[i]!.distance !== null &&
      measured[i + 1]!.distance !== null &&
      !unknown.some(([from, to]) => from < along[pathTo]! - 1 && to > along[pathFrom]! + 1),
  );
  const traced = await matchTrace(viewer, placesOf(spread(points, looksApart)), placesOf(stops), { trim: true });
  const given = old.gaps.map(({ pathFrom, pathTo }) => old.points.slice(pathFrom, pathTo + 1));
  const laid = traced.gaps.map((gap, i) => {
    const line = thinned(traced.path.slice(gap.pathFrom, gap.pathTo + 1));
    return isKnown[i] && !gap.broken && isSameWay(given[i]!, line) ? line : undefined;
  });
  const lost = laid.flatMap((line, i) => (isKnown[i] && !line ? [i] : []));
  const onRoads = await onlyOnRoads(viewer, given, lost);
  const stays = [...onRoads, ...(source === "match" ? [] : await notFound(viewer, stops, given, lost))];
  return {
    pieces: given.flatMap((line, gap) => {
      const found = laid[gap] ?? (stays.includes(gap) ? joined(line, laid[gap - 1]?.at(-1), laid[gap + 1]?.[0]) : null);
      return found ? [{ gap, points: found, fromStop: true, toStop: true, drawn: false, after: 0 }] : [];
    }),
    known: given.map((line, gap) =>
      laid[gap]
        ? traced.gaps[gap]
        : stays.includes(gap)
          ? asGiven(traced.gaps[gap]!, line, metresApart(stops[gap]!, stops[gap + 1]!), onRoads.includes(gap))
          : undefined,
    ),
  };
}

const looksApart = 40;

/** From and to which metre a path is no evidence: it was drawn straight for want of a way, or by hand where that shall go. */
function unknownStretches(
  points: readonly LngLat[],
  gaps: StoredPath["gaps"],
  drawn: StoredPath["freeHand"],
): (readonly [number, number])[] {
  const at = distancesAlong(points);
  const broken = gaps.flatMap(({ broken: isBroken, pathFrom, pathTo }) =>
    isBroken ? [[pathFrom, pathTo] as const] : [],
  );
  return [...broken, ...drawn].map(([from, to]) => [at[from] ?? 0, at[to] ?? 0] as const);
}

/** Of some gaps those whose line may be driven as it is, though the looks along it found no single way: out and back on one street. */
async function onlyOnRoads(viewer: Viewer, given: readonly LngLat[][], lost: readonly number[]): Promise<number[]> {
  const checked = await Promise.all(lost.map((i) => checkPath(viewer, given[i]!)));
  return lost.filter((_, n) => checked[n]!.ratio >= 0.95);
}

/** Of the gaps whose line the roads do not carry, those where a search between the stations does not drive the same way either. */
async function notFound(
  viewer: Viewer,
  stops: readonly LngLat[],
  given: readonly LngLat[][],
  lost: readonly number[],
): Promise<number[]> {
  if (lost.length === 0) return [];
  const found = await matchStops(viewer, placesOf(stops));
  return lost.filter((i) => {
    const gap = found.gaps[i]!;
    return gap.broken || !isSameWay(given[i]!, found.path.slice(gap.pathFrom, gap.pathTo + 1));
  });
}

const besideRoad = 40;

function isSameWay(one: readonly LngLat[], other: readonly LngLat[]): boolean {
  const length = pathLength(one);
  const most = Math.max(60, 0.1 * length);
  return (
    Math.abs(length - pathLength(other)) <= Math.max(60, 0.04 * length) &&
    metresBeyond(one, other, besideRoad, 20) <= most &&
    metresBeyond(other, one, besideRoad, 20) <= most
  );
}

/** A line between the ends of its neighbours, without a step back where these lie a little farther along. */
function joined(line: readonly LngLat[], start: LngLat | undefined, end: LngLat | undefined): LngLat[] {
  const isPast = (point: LngLat, of: LngLat | undefined) => of !== undefined && metresApart(point, of) <= besideRoad;
  const inner = line.slice(1, -1).filter((point) => !isPast(point, start) && !isPast(point, end));
  return [start ?? line[0]!, ...inner, end ?? line.at(-1)!];
}

function asGiven(traced: MatchedGap, line: readonly LngLat[], straightLength: number, sure: boolean): MatchedGap {
  const routeLength = pathLength(line);
  const cause = traced.broken ? traced.reason.replaceAll("，已用直线连接", "") : "地图上的道路与现有路径走向不同";
  return {
    ...traced,
    routeLength,
    straightLength,
    ratio: straightLength > 0 ? routeLength / straightLength : 1,
    confidence: sure ? 1 : doubted,
    broken: false,
    reason: sure ? "" : `保留现有走向：${cause}`,
  };
}

const doubted = 0.5;

const thinned = (line: readonly LngLat[]): LngLat[] => pointsOf(simplifyLine(line.flat(), 2e-7));

const placesOf = (points: readonly LngLat[]) => points.map(([lng, lat]) => ({ lng, lat }));
