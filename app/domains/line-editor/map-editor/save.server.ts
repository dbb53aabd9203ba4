import { checkPath } from "~/domains/roads/queries.server";
import { stationRoom } from "~/domains/stations/room";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { attempt, Problem, problem, type Conflict, type FieldError } from "~/kit/ground/problem";
import { type DirectionSave, requireVariant, saveInto, type StoredPath } from "~/domains/line-versions/queries.server";
import type { Direction } from "~/domains/lines/directions";
import { refusedRows } from "../editor.server";
import { lengthOf } from "~/domains/line-versions/sequence/measure";
import type { DirectionDetail, VersionSave } from "~/domains/line-versions/schema";
import type { SequenceProblem } from "~/domains/line-versions/sequence/sequence-check";
import { entriesOf } from "~/domains/line-versions/sequence/sequence-form";
import { gapsOf } from "./gaps-of";
import { callsOf, type PathParts, type Plan, type KnownPlace } from "./model";
import { knownPlaces, type MapTyped, storedTyped } from "./page.server";
import { type LineFault, type PathText, planOf, samePath } from "./plan-text";
import type { Transaction } from "kysely";
import { farMove, stationRecord } from "~/domains/stations/queries.server";
import type { DB } from "~/kit/data/db/tables";
import { updateRecord } from "~/kit/data/db/records.server";
import { formatLngLat, type LngLat } from "~/transit/geo/lng-lat";
import { metresApart } from "~/transit/geo/metres";

type ReadMap = { direction: DirectionSave; moves: Move[] };

/** The form as a save takes it, or what of it is wrong. A path that is as it is stored is left out, and so keeps what a match knows of it. */
export async function readMap(
  viewer: Viewer,
  one: DirectionDetail,
  typed: MapTyped,
): Promise<ReadMap | { problems: SequenceProblem[]; errors: LineFault[] }> {
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

/** A station's new place, meant from the version of its record that the person had seen. */
interface Move {
  station: KnownPlace;
  to: LngLat;
}

/** Writes new places into stations' records, or refuses them all: told is each station that is gone, and each that somebody else has moved meanwhile. */
async function moveStations(trx: Transaction<DB>, viewer: Viewer, moves: readonly Move[]): Promise<void> {
  const refused: FieldError[] = [];
  for (const {
    station,
    to: [lng, lat],
  } of moves) {
    const { staUuid, staName, version } = station;
    const write = (from?: number) => updateRecord(trx, viewer, stationRecord, staUuid, { lng, lat }, from);
    try {
      await write(version);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const message = error.conflict
        ? movedMeanwhile(station, [lng, lat], error.conflict)
        : error.reason === "missing"
          ? `${staName}已被删除，不能移动：请把它从站点中移除，或删去它的新位置`
          : error.message;
      if (message) refused.push({ path: `map.moves.${error.conflict ? staUuid : ""}`, message });
      else await write();
    }
  }
  if (refused.length > 0) throw problem.fields(refused);
}

/** Both places in words; null where what has changed of the record is not its place. */
function movedMeanwhile(
  { staName }: KnownPlace,
  mine: LngLat,
  { original, theirs, changedBy, changedAt }: Conflict,
): string | null {
  const place = ({ lng, lat }: Record<string, unknown>): LngLat => [Number(lng), Number(lat)];
  const [before, now] = [place(original), place(theirs)];
  // Without a history of the version seen, both sides are one object and nothing can be told.
  if (original !== theirs && metresApart(before, now) < 0.5) return null;
  const apart = Math.round(metresApart(now, mine));
  if (apart === 0) return null;
  return `${staName}：在您编辑期间，${changedBy}（${changedAt}）把它移到了 ${formatLngLat(now)}，您要移到 ${formatLngLat(mine)}，相距 ${apart} 米。再次保存就用您的位置`;
}

/** A station that other lines call at is not moved without the person having seen which ones. */
async function refuseSilentMove(
  viewer: Viewer,
  lineUuid: string | undefined,
  { station: { staUuid }, to }: Move,
): Promise<void> {
  const move = await farMove(viewer, staUuid, to, lineUuid);
  if (move)
    throw problem.field(
      "map.moves",
      `${move.staName}移动了 ${move.metres} 米，还影响 ${move.lines}：它们的路径和站距需要重新核对。请勾选下面的确认后再保存`,
    );
}
