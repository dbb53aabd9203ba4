import type { z } from "zod";
import { readLineView } from "~/domains/parameters/queries.server";
import { matchStops, nearestRoad } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { keptPieces } from "~/transit/roads/kept-pieces";
import { oldPath } from "~/transit/roads/old-path";
import {
  editedVersion,
  inForce,
  type KnownStation,
  livingVersions,
  readContent,
  requireVariant,
  stationsOf,
  type StoredPath,
  type Variant,
  versionsOf,
} from "~/domains/line-versions/queries.server";
import { beginWith, type Direction, directionsOf } from "~/domains/lines/directions";
import type { MatchProposal, MatchRequest, Via } from "~/domains/line-versions/schema";
import { givenPath, type GivenPath } from "./given-path";
import type { MatchSource } from "~/domains/lines/match-sources";
import { chooseSource } from "./sources.server";
import { digestOf } from "~/kit/ground/digest.server";
import type { MatchResult, Place } from "~/transit/roads/match";
import { lengthOf, measureStops } from "~/domains/line-versions/sequence/measure";
import { matchStateOf } from "~/domains/line-versions/match-state";

export type MatchAsked = Partial<Omit<z.output<typeof MatchRequest>, "accept" | "version">>;

/** Lays a variant's draft (or what is in force) on the roads, direction by direction, from the best source; nothing is saved. */
export async function proposeMatch(viewer: Viewer, { direction, ...asked }: MatchAsked): Promise<MatchProposal[]> {
  const variant = await requireVariant(viewer, asked);
  const versions = await livingVersions(variant, asked.versionUuid);
  const version = editedVersion(versions, asked.versionUuid).current;
  const running = inForce(versions);
  const [content, held, view] = await Promise.all([
    readContent(db(), version?.versionUuid ?? null),
    version?.standing === "draft" && running ? readContent(db(), running.versionUuid) : null,
    readLineView(),
  ]);
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
    const before = held && { path: held[one.direction - 1]!.path, version: running };
    const own = { path, given: givenPath({ path, version }, before) ?? (await primaryPath(variant, one.direction)) };
    proposals.push({ ...one, ...(await proposeDirection(viewer, variant, one.direction, stations, own, asked)) });
  }
  return proposals;
}

/** What a side variant without a path can follow as far as it runs along it. */
async function primaryPath({ lineUuid, sortType }: Variant, direction: Direction): Promise<GivenPath | null> {
  if (sortType === 1) return null;
  const primary = await db()
    .selectFrom("lineClassify")
    .select("classifySid")
    .where("mainUuid", "=", lineUuid)
    .where("sortType", "=", 1)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  const version = primary && inForce(await versionsOf(primary.classifySid));
  const path = version && (await readContent(db(), version.versionUuid))[direction - 1]!.path;
  return path ? { path, inForce: true, since: version.updatedAt, borrowed: true } : null;
}

async function proposeDirection(
  viewer: Viewer,
  variant: Variant,
  direction: Direction,
  stations: readonly KnownStation[],
  { path, given }: { path: StoredPath | null; given: GivenPath | null },
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
  const places = stations.map(({ lng, lat }) => ({ lng, lat }));
  const keepDrawn = asked.keepFreeHand !== false;
  const wish = { given, keepDrawn, wanted: asked.source };
  const { source, sources, followed } = await chooseSource(viewer, variant, direction, stations, wish);
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
  // A path passes its own points already; another point asks for a search.
  const passed = source === "path" && !given!.borrowed ? given!.path.vias : [];
  const isPassed = (gap: number) =>
    sameVias(gap, vias, passed) || (source === "path" && !asked.vias && !vias.some((via) => via.gap === gap));
  const follows = (followed?.pieces ?? []).filter(
    ({ gap }) => touched.has(gap) && isPassed(gap) && !stays.some((piece) => piece.gap === gap),
  );
  const isFollowed = (gap: number) => follows.some((piece) => piece.gap === gap);
  const found = await matchStops(viewer, places, {
    vias: vias.filter(({ gap }) => !isFollowed(gap)),
    kept: [...stays, ...follows],
    known: Array.from({ length: count }, (_, i) => (isFollowed(i) ? followed!.known[i] : old?.gaps[i])),
  });
  const partial = asked.gaps && path ? { gaps: [...touched].sort((a, b) => a - b), pathSource: path.source } : null;
  return {
    ...proposalOf(found, places, vias),
    source,
    sources,
    matchedGaps: partial?.gaps ?? null,
    pathSource: partial?.pathSource ?? (source === "path" ? sourceOf(given!) : pathSources[source]),
  };
}

function sameVias(gap: number, vias: readonly Via[], others: readonly Via[]): boolean {
  const at = (all: readonly Via[]) => all.filter((via) => via.gap === gap).map(({ lng, lat }) => `${lng},${lat}`);
  return at(vias).join() === at(others).join();
}

const sourceOf = ({ path, borrowed }: GivenPath) => (borrowed ? "match" : path.source);

const pathSources = { relation: "osm", reference: "reference", stations: "match" } as const satisfies Record<
  Exclude<MatchSource, "path">,
  StoredPath["source"]
>;

async function checkVias(viewer: Viewer, vias: readonly Via[], count: number): Promise<void> {
  for (const [at, { gap, lng, lat }] of vias.entries()) {
    if (gap >= count) throw problem.field(`vias.${at}.gap`, `这个方向只有 ${count} 段站间，序号应为 0 到 ${count - 1}`);
    if (!(await nearestRoad(viewer, lng, lat, viaReach))) throw problem.field(`vias.${at}.lng`, offRoad);
  }
}

/** Metres around a point to pass in which there has to be a road. */
export const viaReach = 200;
export const offRoad = `途经点 ${viaReach} 米内没有公交可走的道路，请选在道路上`;

/** A match as it is proposed: rounded, measured, and named by a key that changes with anything of it. */
function proposalOf(found: MatchResult, places: readonly Place[], vias: Via[]) {
  const path = found.path.map(([lng, lat]): [number, number] => [round(lng, 7), round(lat, 7)]);
  const gaps = found.gaps.map(
    ({ from, to, pathFrom, pathTo, routeLength, straightLength, confidence, broken, reason }) => ({
      from,
      to,
      pathFrom,
      pathTo,
      broken,
      reason,
      routeLength: round(routeLength, 1),
      straightLength: round(straightLength, 1),
      confidence: round(confidence, 3),
    }),
  );
  const matchRatio = round(found.matchedShare, 4);
  const stops = places.map(({ lng, lat }) => [lng, lat] as const);
  const measured = measureStops(path, stops);
  return {
    proposal: digestOf([stops, path, vias, found.freeHand]),
    path,
    gaps,
    vias,
    freeHand: found.freeHand,
    distances: measured.map(({ distance }) => distance),
    mileage: lengthOf(path),
    matchState: matchStateOf(gaps, matchRatio, measured),
    matchRatio,
    edgeKeys: found.edges.map(({ edgeKey, forward }) => `${edgeKey}${forward ? "+" : "-"}`),
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
