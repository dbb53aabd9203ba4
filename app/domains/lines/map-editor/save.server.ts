import { checkPath } from "~/domains/roads/queries.server";
import { findStation, linesOfStation, stationRecord } from "~/domains/stations/queries.server";
import { may as stations } from "~/domains/stations/policy";
import { allows, type Viewer } from "~/kernel/access/viewer";
import { inTransaction } from "~/kernel/db/pool.server";
import { updateRecord } from "~/kernel/db/records.server";
import { attempt, type Problem, problem } from "~/kernel/http/problem";
import type { StoredPath } from "../content.server";
import { metresApart } from "~/kernel/roads/metres";
import { today } from "~/kernel/time/today.server";
import type { Direction } from "../directions";
import { type DirectionSave, saveInto } from "../drafts.server";
import { refusedRows } from "../editor.server";
import { lengthOf } from "../measure";
import type { DirectionDetail, VersionSave } from "../schema";
import type { SequenceProblem } from "../sequence-check";
import { entriesOf } from "../sequence-form";
import { gapsOf } from "./gaps-of";
import type { LngLat, PathParts, Plan } from "./model";
import { knownPlaces, type MapTyped, partsOf } from "./page.server";
import { type LineFault, partsText, type PathText, planOf } from "./plan-text";

type Read = { direction: DirectionSave; moved: Readonly<Record<string, LngLat>> };

/** The form as a save takes it, or what of it is wrong. A path that is as it is stored is left out, and so keeps what a match knows of it. */
export async function readMap(viewer: Viewer, one: DirectionDetail, { rows, text }: MapTyped): Promise<Read | { problems: SequenceProblem[]; errors: LineFault[] }> {
  const known = await knownPlaces(one, rows);
  const { plan, parts, errors } = planOf(one.direction as Direction, rows, text, known);
  const { entries, errors: wrong } = entriesOf(rows);
  if (wrong.length + errors.length > 0) return { errors: [], problems: wrong.map((error) => ({ ...error, level: "error" })) };
  const stored = partsText(partsOf(one));
  const same = (["path", "vias", "freeHand"] as const).every((field) => lines(text[field]) === lines(stored[field]));
  const path = plan && !same ? await drawnPath(viewer, plan, parts!) : undefined;
  return { direction: { direction: one.direction as Direction, stationList: entries, ...(path && { path }) }, moved: plan?.moved ?? {} };
}

const lines = (text: string) => text.replace(/\r\n?/g, "\n").trim();

/** A drawn path with what the roads say of it: how much of it may be driven, and how direct it is between its stations. */
async function drawnPath(viewer: Viewer, plan: Plan, { points, vias, freeHand }: PathParts): Promise<StoredPath | []> {
  if (points.length < 2) return [];
  const checked = await attempt(() => checkPath(viewer, points));
  const matchRatio = checked.ok ? Math.round(checked.value.ratio * 10_000) / 10_000 : null;
  const matchState = !matchRatio ? "none" : matchRatio >= enough ? "full" : "partial";
  return { points: [...points], gaps: gapsOf(plan, points), edgeKeys: [], source: "drawn", matchState, matchRatio, mileage: lengthOf(points), vias: [...vias], freeHand: freeHand.map(([from, to]) => [from, to]) };
}

/** Share of a path on roads from which on it counts as matched. */
const enough = 0.95;

/** What a save refused, at its rows or at its part of the text. */
export function faultsOf(refusal: Problem): { problems: SequenceProblem[]; errors: LineFault[] } {
  const own = refusal.errors.filter(({ path }) => path.startsWith("map."));
  if (own.length === 0) return { problems: refusedRows(refusal), errors: [] };
  return { problems: [], errors: own.map(({ path, message }) => ({ field: path.slice("map.".length) as keyof PathText, line: 0, message })) };
}

/** Saves a direction into its draft and, with it or not at all, the new places of stations. Answers the draft's key. */
export async function saveMap(viewer: Viewer, save: Omit<VersionSave, "directions"> & { directions: DirectionSave[] }, moved: Readonly<Record<string, LngLat>>, acknowledged: boolean): Promise<string> {
  // In one order, so that two people never wait for one another.
  const places = Object.entries(moved).sort(([a], [b]) => (a < b ? -1 : 1));
  if (places.length > 0 && !allows(viewer, stations.write)) throw problem.field("map.moves", "您没有修改站点的权限：请清空“站点新位置”，或请站点管理员修改站点资料");
  if (!acknowledged) for (const [staUuid, to] of places) await refuseSilentMove(viewer, save.lineUuid, staUuid, to);
  const { versionUuid } = await inTransaction(async (trx) => {
    for (const [staUuid, [lng, lat]] of places) await updateRecord(trx, viewer, stationRecord, staUuid, { lng, lat });
    return saveInto(trx, viewer, save);
  });
  return versionUuid;
}

/** Metres within which a station counts as where it was. */
const samePlace = 20;

/** A station that other lines call at is not moved without the person having seen which ones. */
async function refuseSilentMove(viewer: Viewer, lineUuid: string | undefined, staUuid: string, to: LngLat): Promise<void> {
  const station = await findStation(viewer, staUuid);
  if (!station) throw problem.field("map.moves", "要移动的站点不存在或已删除，请清空它的新位置");
  const metres = Math.round(metresApart([station.lng, station.lat], to));
  if (metres <= samePlace) return;
  const calls = (await linesOfStation(viewer, staUuid, today())).filter((call) => call.standing !== "past" && call.lineUuid !== lineUuid);
  const names = [...new Set(calls.map(({ lineName }) => lineName))];
  if (names.length === 0) return;
  throw problem.field("map.moves", `${station.staName}移动了 ${metres} 米，还影响 ${names.length} 条线路（${names.slice(0, 5).join("、")}${names.length > 5 ? " 等" : ""}）：它们的路径和站距需要重新核对。请勾选下面的确认后再保存`);
}
