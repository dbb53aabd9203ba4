import { loadStations } from "~/domains/stations/queries.server";
import { stationRoom } from "~/domains/stations/room";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import type { Direction } from "~/domains/lines/directions";
import { editedRows } from "../editor.server";
import { lengthOf } from "~/domains/line-versions/sequence/measure";
import { pictureOf } from "~/domains/line-versions/queries.server";
import type { DirectionDetail } from "~/domains/line-versions/schema";
import { type TypedRow, typedRows } from "~/domains/line-versions/sequence/sequence-form";
import { baseOffers } from "./base-offers";
import { type Break, withBreaks } from "./gaps-of";
import { joined } from "./line-cut";
import { measure, stationsOf } from "./measure-plan";
import { type KnownPlace, type PathParts, pathOf, type Plan, stationsAt, toPlace } from "./model";
import { partsText, type PathText, planOf, samePath } from "./plan-text";
import { parseVersions } from "./station-versions";

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
  const versions = parseVersions(seen);
  const living = await loadStations(rows.flatMap(({ staUuid }) => staUuid ?? []));
  const places = [
    ...one.stationList.map((row) => toPlace({ ...row, version: 0 })),
    ...living.map((row) => toPlace({ ...row, version: versions.get(row.staUuid) ?? row.version })),
  ];
  return new Map(places.map((place) => [place.staUuid, place]));
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
export async function shownMap(
  viewer: Viewer,
  { lineType }: { lineType: number },
  one: DirectionDetail,
  typed: MapTyped,
) {
  const { rows, text } = typed;
  const known = await knownPlaces(one, typed);
  const { plan, parts, errors } = planOf(one.direction as Direction, rows, text, known);
  const breaks = storedBreaks(one, typed);
  const points = (parts?.points ?? []).map(([lng, lat]): [number, number] => [lng, lat]);
  const edited = await editedRows(
    lineType,
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
  const measured = measure(plan);
  const { points } = pathOf(plan);
  const breaks = plan.legs.filter(({ way }) => way !== "laid").map((leg) => [...leg.points]);
  const doubtful = measured.flatMap((one, call) =>
    one.doubtful ? [joined(...plan.legs.slice(at[call - 1], at[call]).map((leg) => leg.points))] : [],
  );
  return {
    picture: await pictureOf(viewer, { path: [...points], stations: stationsOf(plan), breaks, doubtful }),
    metres: points.length > 1 ? lengthOf(points) * 1000 : null,
  };
}
