import { routeThrough } from "~/domains/roads/queries.server";
import { loadStations } from "~/domains/stations/queries.server";
import { stationRoom } from "~/domains/stations/room";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { attempt } from "~/kit/ground/problem";
import type { Direction } from "~/domains/lines/directions";
import { editedRows } from "../editor.server";
import { lengthOf } from "~/domains/line-versions/sequence/measure";
import { pictureOf } from "~/domains/line-versions/queries.server";
import type { DirectionDetail, VersionDetail } from "~/domains/line-versions/schema";
import { pressed, type TypedRow, typedRows } from "~/domains/line-versions/sequence/sequence-form";
import { baseOffers } from "./base-offers";
import { searchAll, trimEnds } from "./edit-path";
import { insertStation, moveStation, removeStation, reorderStation } from "./edit-stations";
import { type Break, withBreaks } from "./gaps-of";
import { joined } from "./line-cut";
import { figuresOf, measure } from "./measure-plan";
import { callsOf, type KnownPlace, type PathParts, pathOf, placeOf, type Plan, stationsAt } from "./model";
import { partsText, type PathText, pathLines, planOf, samePath, textOf } from "./plan-text";
import { laidBy, searchesOf } from "./searches";
import { seenVersions } from "./seen-versions";

export interface MapTyped {
  rows: TypedRow[];
  text: PathText;
  /** The versions of stations' records from which their new places are meant, as the form sent them: "key:version". */
  seen: string;
}

export const storedTyped = (one: DirectionDetail): MapTyped => ({
  rows: typedRows(one.stationList),
  text: { ...partsText(partsOf(one)), moves: "" },
  seen: "",
});

const partsOf = ({ path, vias, freeHand }: DirectionDetail): PathParts => ({ points: path, vias, freeHand });

/** Every station of the rows by its key, those deleted since included as far as the direction knows them, with the version that was seen where the form says it. */
export async function knownPlaces(
  one: DirectionDetail,
  { rows, seen }: Pick<MapTyped, "rows" | "seen">,
): Promise<Map<string, KnownPlace>> {
  const versions = seenVersions(seen);
  const living = await loadStations([...new Set(rows.flatMap(({ staUuid }) => staUuid ?? []))]);
  const gone = one.stationList.map(
    ({ staUuid, staName, staSelfCode, lng, lat }) =>
      [staUuid, { staUuid, staName, staSelfCode, lng, lat, version: 0 }] as const,
  );
  return new Map([
    ...gone,
    ...living.map(
      ({ staUuid, staName, staSelfCode, lng, lat, version }) =>
        [staUuid, { staUuid, staName, staSelfCode, lng, lat, version: versions.get(staUuid) ?? version }] as const,
    ),
  ]);
}

/** Broken ways as stored, while the form still holds what is stored. */
function storedBreaks(one: DirectionDetail, { rows, text }: MapTyped): Break[] {
  const stored = storedTyped(one);
  const unchanged =
    samePath(text, stored.text) &&
    text.moves.trim() === "" &&
    rows.map(({ staUuid }) => staUuid).join() === stored.rows.map(({ staUuid }) => staUuid).join();
  return unchanged
    ? one.gaps.flatMap(({ from, broken, reason }) =>
        broken ? [{ gap: from, reason: reason || "没有找到可走的道路" }] : [],
      )
    : [];
}

/** What the page shows of what was typed: rows with their problems, the picture, and what cannot be read. */
export async function shownMap(viewer: Viewer, detail: VersionDetail, one: DirectionDetail, typed: MapTyped) {
  const { rows, text } = typed;
  const known = await knownPlaces(one, typed);
  const { plan, parts, errors } = planOf(one.direction as Direction, rows, text, known);
  const breaks = storedBreaks(one, typed);
  const points = (parts?.points ?? []).map(([lng, lat]): [number, number] => [lng, lat]);
  const edited = await editedRows(
    detail.lineType,
    parts ? { ...one, path: points, pathMileage: points.length > 1 ? lengthOf(points) : null } : one,
    rows,
  );
  const shown = await pictured(viewer, plan && withBreaks(plan, breaks));
  return {
    ...edited,
    text,
    errors,
    breaks,
    known: [...known.values()],
    mayMove: allows(viewer, stationRoom.may.write),
    bases: baseOffers(shown.picture.settings),
    ...shown,
  };
}

async function pictured(viewer: Viewer, plan: Plan | null) {
  if (!plan) return { picture: await pictureOf(viewer, { path: [], stations: [], breaks: [] }), metres: null };
  const at = stationsAt(plan);
  const [measured, figures] = [measure(plan), figuresOf(plan)];
  const list = callsOf(plan).map((anchor, call) => {
    const [lng, lat] = placeOf(plan, anchor);
    return {
      serial: call + 1,
      staName: anchor.station.staName,
      lng,
      lat,
      distance: figures[call]!.along,
      spacing: figures[call]!.spacing,
    };
  });
  const { points } = pathOf(plan);
  const breaks = plan.legs.filter(({ way }) => way !== "laid").map((leg) => [...leg.points]);
  const doubtful = measured.flatMap((one, call) =>
    one.doubtful ? [joined(...plan.legs.slice(at[call - 1], at[call]).map((leg) => leg.points))] : [],
  );
  return {
    picture: await pictureOf(viewer, { path: [...points], stations: list, breaks, doubtful }),
    metres: points.length > 1 ? lengthOf(points) * 1000 : null,
  };
}

export interface Serials {
  at?: number;
  from?: number;
  to?: number;
  which?: number;
}

/** The form after one of its buttons; `told` says what came of it. Text that cannot be read stays as it was typed. */
export async function pressedMap(
  viewer: Viewer,
  one: DirectionDetail,
  typed: MapTyped,
  button: string,
  asked: Serials,
): Promise<MapTyped & { told: string | null }> {
  const direction = one.direction as Direction;
  const [verb, argument = ""] = button.split(":");
  const rows = verb === "add" ? [...typed.rows, { staUuid: argument }] : typed.rows;
  const known = await knownPlaces(one, { ...typed, rows });
  const { plan } = planOf(direction, typed.rows, typed.text, known);
  if (!plan) return { ...typed, rows: pressed(typed.rows, button, asked.at, direction), told: null };
  if (verb === "place")
    return {
      ...typed,
      text: { ...typed.text, moves: withMove(plan, typed.text.moves, (asked.which ?? 0) - 1) },
      told: null,
    };
  const edited = editedBy(plan, verb!, argument, asked, known);
  if (edited === plan) return { ...typed, told: null };
  const { plan: routed, told } = await searched(viewer, edited);
  return { ...typed, rows: callsOf(routed).map(({ row }) => row), text: textOf(routed), told };
}

function editedBy(
  plan: Plan,
  verb: string,
  argument: string,
  { at, from, to }: Serials,
  known: ReadonlyMap<string, KnownPlace>,
): Plan {
  const call = Number(argument) - 1;
  const calls = stationsAt(plan);
  if (verb === "add" && known.has(argument))
    return insertStation(plan, known.get(argument)!, at === undefined ? undefined : at - 1);
  if (verb === "up" || verb === "down") return reorderStation(plan, call, call + (verb === "up" ? -1 : 1));
  if (verb === "remove") return removeStation(plan, call);
  if (verb === "unmove" && known.has(argument))
    return moveStation(plan, argument, [known.get(argument)!.lng, known.get(argument)!.lat]);
  if (verb === "trim") return trimEnds(plan);
  if (verb === "route")
    return searchAll(
      plan,
      calls[(from ?? 1) - 1] ?? 0,
      (calls[(to ?? calls.length) - 1] ?? plan.anchors.length - 1) - 1,
    );
  return plan;
}

function withMove(plan: Plan, moves: string, call: number): string {
  const anchor = callsOf(plan)[call];
  if (!anchor || plan.moved[anchor.station.staUuid]) return moves;
  return [moves.trim(), `${anchor.station.staSelfCode},${pathLines([placeOf(plan, anchor)])}`]
    .filter(Boolean)
    .join("\n");
}

/** The plan with every asked leg searched; where the roads do not answer it stays straight there, and says so. */
async function searched(viewer: Viewer, plan: Plan): Promise<{ plan: Plan; told: string | null }> {
  let now = plan;
  let told: string | null = null;
  for (const search of searchesOf(plan)) {
    const found = await attempt(() => routeThrough(viewer, search.places));
    now = laidBy(now, search, found.ok ? found.value : { reason: found.problem.message });
    if (!found.ok) told = `${found.problem.message}，没有找到的路段暂用直线连接`;
  }
  const broken = now.legs.filter(({ way }) => way === "missing").length;
  return {
    plan: now,
    told: told ?? (broken > 0 ? `有 ${broken} 段没有找到可走的道路，暂用直线连接（图中红色虚线）` : null),
  };
}
