import { checkPath } from "~/domains/roads/queries.server";
import { stationRoom } from "~/domains/stations/room";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { attempt, type Problem, problem } from "~/kit/ground/problem";
import { type DirectionSave, requireVariant, saveInto, type StoredPath } from "~/domains/line-versions/queries.server";
import type { Direction } from "~/domains/lines/directions";
import { refusedRows } from "../editor.server";
import { lengthOf } from "~/domains/line-versions/sequence/measure";
import type { DirectionDetail, VersionSave } from "~/domains/line-versions/schema";
import type { SequenceProblem } from "~/domains/line-versions/sequence/sequence-check";
import { entriesOf } from "~/domains/line-versions/sequence/sequence-form";
import { gapsOf } from "./gaps-of";
import { callsOf, type PathParts, type Plan } from "./model";
import { type Move, moveStations, refuseSilentMove } from "./move-stations.server";
import { knownPlaces, type MapTyped, storedTyped } from "./page.server";
import { type LineFault, type PathText, planOf, samePath } from "./plan-text";

type Read = { direction: DirectionSave; moves: Move[] };

/** The form as a save takes it, or what of it is wrong. A path that is as it is stored is left out, and so keeps what a match knows of it. */
export async function readMap(
  viewer: Viewer,
  one: DirectionDetail,
  typed: MapTyped,
): Promise<Read | { problems: SequenceProblem[]; errors: LineFault[] }> {
  const { rows, text } = typed;
  const known = await knownPlaces(one, typed);
  const { plan, parts, errors } = planOf(one.direction as Direction, rows, text, known);
  const { entries, errors: wrong } = entriesOf(rows);
  if (wrong.length + errors.length > 0)
    return { errors: [], problems: wrong.map((error) => ({ ...error, level: "error" })) };
  const path = plan && !samePath(text, storedTyped(one).text) ? await drawnPath(viewer, plan, parts!) : undefined;
  return {
    direction: { direction: one.direction as Direction, stationList: entries, ...(path && { path }) },
    moves: plan ? movesOf(plan) : [],
  };
}

/** In one order, so that two people never wait for one another. */
function movesOf(plan: Plan): Move[] {
  const stations = new Map(callsOf(plan).map(({ station }) => [station.staUuid, station]));
  return Object.entries(plan.moved)
    .flatMap(([staUuid, to]) => (stations.has(staUuid) ? [{ station: stations.get(staUuid)!, to }] : []))
    .sort((a, b) => (a.station.staUuid < b.station.staUuid ? -1 : 1));
}

/** A drawn path with what the roads say of it: how much of it may be driven, and how direct it is between its stations. */
async function drawnPath(viewer: Viewer, plan: Plan, { points, vias, freeHand }: PathParts): Promise<StoredPath | []> {
  if (points.length < 2) return [];
  const checked = await attempt(() => checkPath(viewer, points));
  const matchRatio = checked.ok ? Math.round(checked.value.ratio * 10_000) / 10_000 : null;
  const matchState = !matchRatio ? "none" : matchRatio >= enough ? "full" : "partial";
  return {
    points: [...points],
    gaps: gapsOf(plan, points, checked.ok ? checked.value.stretches : []),
    edgeKeys: [],
    source: "drawn",
    matchState,
    matchRatio,
    mileage: lengthOf(points),
    vias: [...vias],
    freeHand: freeHand.map(([from, to]) => [from, to]),
  };
}

/** Share of a path on roads from which on it counts as matched. */
const enough = 0.95;

/** What a save refused, at its rows or at its part of the text. */
export function faultsOf(refusal: Problem): { problems: SequenceProblem[]; errors: LineFault[] } {
  const own = refusal.errors.filter(({ path }) => path.startsWith("map."));
  if (own.length === 0) return { problems: refusedRows(refusal), errors: [] };
  return {
    problems: [],
    errors: own.map(({ path, message }) => {
      const [, field, staUuid] = path.split(".");
      return { field: field as keyof PathText, line: 0, message, ...(staUuid && { staUuid }) };
    }),
  };
}

/** Saves a direction into its draft and, with it or not at all, the new places of stations. Answers the draft's key. */
export async function saveMap(
  viewer: Viewer,
  save: Omit<VersionSave, "directions"> & { directions: DirectionSave[] },
  moves: readonly Move[],
  acknowledged: boolean,
): Promise<string> {
  if (moves.length > 0 && !allows(viewer, stationRoom.may.write))
    throw problem.field("map.moves", "您没有修改站点的权限：请清空“站点新位置”，或请站点管理员修改站点资料");
  if (!acknowledged) for (const move of moves) await refuseSilentMove(viewer, save.lineUuid, move);
  const { versionUuid } = await inTransaction(async (trx) => {
    // The variant before its stations, as every save of stations locks them.
    if (moves.length > 0) await requireVariant(viewer, save, trx, true);
    await moveStations(trx, viewer, moves);
    return saveInto(trx, viewer, save);
  });
  return versionUuid;
}
