import { matchTrace, checkPath, matchStops, roadsOfWays } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { problem } from "~/kit/ground/problem";
import { spread, metresBeyond } from "~/transit/geo/beside";
import { keptPieces, type KeptPiece } from "~/transit/roads/kept-pieces";
import type { MatchResult } from "~/transit/roads/match";
import type { KnownStation, Variant, StoredPath } from "~/domains/line-versions/queries.server";
import type { Direction } from "~/domains/lines/directions";
import { offPath, measureStops } from "~/domains/line-versions/sequence/measure";
import { findReference, type LineReference } from "./reference/references.server";
import { labelOf } from "~/domains/lines/choices";
import { givenText, type GivenPath, orderOf } from "./given-path";
import { type MatchSource, matchSources, type SourceState } from "~/domains/lines/match-sources";
import { type LngLat, distanceBetween } from "~/transit/geo/lng-lat";
import { metresApart } from "~/transit/geo/metres";
import { distancesAlong, pathLength } from "~/transit/geo/path";
import { pointsOf } from "~/transit/geo/shape";
import { simplifyLine } from "~/transit/geo/simplify";
import type { MatchedGap } from "~/transit/roads/gap";
import { oldPath } from "~/transit/roads/old-path";
import { db } from "~/kit/data/db/pool.server";
import { lineNameOf, refOf } from "~/transit/osm/line-names";
import { onRoads, shapesOfRoads } from "~/transit/osm/road-shapes";
import type { RouteRelation } from "~/transit/osm/route-relation";
import { type Run, runsOf } from "~/transit/osm/runs";

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
  let chosen: { source: MatchSource; followed: FollowedLine | null } | undefined;
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

type Place = { lng: number; lat: number };

/** What of a known line each gap takes; a gap without a piece is searched between its stations. */
interface FollowedLine {
  pieces: KeptPiece[];
  known: (MatchedGap | undefined)[];
}

/** Lays a path on the roads between its stations. Where they do not carry it, what people gave stays as it is, and what a match gave is searched again. */
async function followPath(
  viewer: Viewer,
  { points, gaps, freeHand, source }: StoredPath,
  stations: readonly Place[],
  keepDrawn: boolean,
): Promise<FollowedLine> {
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

interface Trace {
  path: readonly LngLat[];
  ways?: number[];
  note: string;
}

/** The ways of the OSM route relation that runs between a direction's end stations, or in words why there is none. */
async function relationTrace(
  viewer: Viewer,
  { lineUuid, lineName }: Variant,
  stations: readonly KnownStation[],
): Promise<Trace | string> {
  const [stored, line] = await Promise.all([
    db().selectFrom("lineSource").select("relations").where("lineUuid", "=", lineUuid).executeTakeFirst(),
    db().selectFrom("line").select("lineId").where("lineUuid", "=", lineUuid).executeTakeFirst(),
  ]);
  const relations = (stored?.relations ?? []) as unknown as RouteRelation[];
  if (relations.length === 0) return "导入的地图文件里没有这条线路";
  const named = relations.filter((relation) => namesLine(relation, [lineName, line?.lineId ?? ""]));
  if (named.length === 0) return `地图中的线路叫“${lineNameOf(relations) || refOf(relations)}”，与线路名称、编号不符`;
  const ids = [...new Set(named.flatMap(({ ways }) => ways.map(({ id }) => id)))];
  const shapes = shapesOfRoads(await roadsOfWays(viewer, ids));
  const runs = named.flatMap((relation) => runsOf(onRoads(relation, shapes)));
  const ends = [stations[0]!, stations.at(-1)!] as const;
  const [run] = runs.filter((one) => between(one, ends)).sort((a, b) => apart(a, ends) - apart(b, ends));
  if (!run)
    return `首末站不符：地图中是 ${[...new Set(runs.map(endsText))].slice(0, 2).join("、") || "未知的两站"}，本方向是 ${ends[0].staName}—${ends[1].staName}`;
  const ways = run.relation.ways;
  const absent = ways.filter(({ shape }) => !shape).length;
  if (run.path.length < 2) return "关系中的道路都不在已导入的路网里";
  return {
    path: run.path,
    ways: ways.map(({ id }) => id),
    note: `关系 ${run.relation.id}，${ways.length} 条道路${absent > 0 ? `（${absent} 条不在路网里）` : ""}`,
  };
}

/** "438" names 438路, 438 and 438路（京城公交）; spelling aside. */
function namesLine(relation: RouteRelation, names: readonly string[]): boolean {
  const said = [refOf([relation]), lineNameOf([relation])].map(plain).filter(Boolean);
  return names.map(plain).some((name) => name !== "" && said.includes(name));
}

const plain = (name: string) =>
  name
    .normalize("NFKC")
    .toUpperCase()
    .replace(/\(.*$|\s|路$/g, "");

/** Metres between an end station and the relation's within which they are the same, and where also their names are. */
const near = 150;
const nearNamed = 600;

function between({ places }: Run, ends: readonly [KnownStation, KnownStation]): boolean {
  return [places[0], places.at(-1)].every((end, i) => {
    const place = end?.place;
    return (
      place &&
      distanceBetween([place.lng, place.lat], [ends[i]!.lng, ends[i]!.lat]) <=
        (place.name !== "" && plain(place.name) === plain(ends[i]!.staName) ? nearNamed : near)
    );
  });
}

function apart({ places }: Run, ends: readonly [KnownStation, KnownStation]): number {
  return [places[0], places.at(-1)].reduce(
    (sum, end, i) => sum + distanceBetween([end!.place!.lng, end!.place!.lat], [ends[i]!.lng, ends[i]!.lat]),
    0,
  );
}

const endsText = ({ places, from, to }: Run) =>
  `${places[0]?.place?.name || from || "?"}—${places.at(-1)?.place?.name || to || "?"}`;
