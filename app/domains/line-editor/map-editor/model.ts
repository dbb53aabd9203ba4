import type { LngLat } from "~/transit/geo/lng-lat";
import type { Direction } from "~/domains/lines/directions";
import { withEndTypes } from "~/domains/line-versions/sequence/sequence";
import type { TypedRow } from "~/domains/line-versions/sequence/sequence-form";
import { exact, joined, type Line, same, cutAlong, metresOf } from "./line-cut";
import { distancesAlong } from "~/transit/geo/path";
import { stopsAlong } from "~/transit/roads/stops-along";

export type { Line } from "./line-cut";

export interface KnownPlace {
  staUuid: string;
  staName: string;
  staSelfCode: string;
  lng: number;
  lat: number;
  version: number;
}

export const toPlace = ({ staUuid, staName, staSelfCode, version, lng, lat }: KnownPlace): KnownPlace => ({
  staUuid,
  staName,
  staSelfCode,
  version,
  lng,
  lat,
});

/** What the path is tied to, in driving order: the calls at stations, and points that it must pass between them. */
export type Anchor = { kind: "station"; row: TypedRow; station: KnownPlace } | { kind: "via"; at: LngLat };

/** The path from one anchor to the next, both ends included. */
export interface Leg {
  /** Along the roads, or drawn by hand. */
  mode: "road" | "free";
  /** laid: this is the way. asked: the roads are to be searched. missing: no way is known, its points only join the ends. */
  way: "laid" | "asked" | "missing";
  points: Line;
  /** What is doubtful about it, in Chinese. */
  reason: string;
  /** Of a leg that is searched anew: the way known before, which stays where the roads do not answer. */
  before?: Leg;
}

/** A direction being edited. Nothing in it is ever changed in place. */
export interface Plan {
  direction: Direction;
  anchors: readonly Anchor[];
  /** One fewer than the anchors; each begins where the one before ends. */
  legs: readonly Leg[];
  /** The path before the first anchor and after the last, the shared point included; without legs the head is all of it. */
  head: Line;
  tail: Line;
  /** What of the head and of the tail is drawn by hand, as places in them; of a head or tail cut off, nothing. */
  drawnEnds: { head: PathParts["freeHand"]; tail: PathParts["freeHand"] };
  /** New places of stations, by key: a change of the station's own record, for every line that calls there. */
  moved: Readonly<Record<string, LngLat>>;
}

export interface Via {
  lng: number;
  lat: number;
  /** 0 lies between the first two stations. */
  gap: number;
}

export interface PathParts {
  points: Line;
  vias: readonly Via[];
  /** Stretches drawn by hand, as places in `points`, both ends included. */
  freeHand: readonly (readonly [number, number])[];
}

export const straight = (from: LngLat, to: LngLat, way: Leg["way"], reason = ""): Leg => ({
  mode: "road",
  way,
  points: [from, to],
  reason,
});

/** A direction as stored, cut at its stations, its via points and the ends of what is drawn by hand. */
export function openPlan(
  direction: Direction,
  calls: readonly { row: TypedRow; station: KnownPlace }[],
  path: PathParts,
  moved: Plan["moved"] = {},
): Plan {
  const stations = calls.map((call): Anchor => ({ kind: "station", ...call }));
  const vias = path.vias.filter(({ gap }) => gap >= 0 && gap < calls.length - 1);
  const anchors = stations.flatMap((station, at): Anchor[] => [
    station,
    ...vias.filter(({ gap }) => gap === at).map(({ lng, lat }): Anchor => ({ kind: "via", at: [lng, lat] })),
  ]);
  const empty = retyped({ direction, anchors, moved, legs: [], head: [], tail: [], drawnEnds: { head: [], tail: [] } });
  if (anchors.length < 2) return { ...empty, head: path.points, drawnEnds: { head: path.freeHand, tail: [] } };
  const places = anchors.map((anchor) => placeOf(empty, anchor));
  if (path.points.length < 2)
    return { ...empty, legs: places.slice(1).map((to, i) => straight(places[i]!, to, "missing")) };
  return cutPlan(empty, path, places);
}

export function retyped(plan: Plan): Plan {
  const rows = withEndTypes(
    plan.anchors.flatMap((anchor) => (anchor.kind === "station" ? [anchor.row] : [])),
    plan.direction,
  );
  let call = 0;
  const anchors = plan.anchors.map((anchor) => {
    if (anchor.kind === "via") return anchor;
    const row = rows[call++]!;
    return row.staType === anchor.row.staType ? anchor : { ...anchor, row };
  });
  return { ...plan, anchors };
}

/** Where an anchor stands: a station beside the path, a via on it. */
export function placeOf({ moved }: Pick<Plan, "moved">, anchor: Anchor): LngLat {
  if (anchor.kind === "via") return anchor.at;
  return moved[anchor.station.staUuid] ?? exact([anchor.station.lng, anchor.station.lat]);
}

export const stationsAt = ({ anchors }: Plan) =>
  anchors.flatMap((anchor, at) => (anchor.kind === "station" ? [at] : []));
export const callsOf = ({ anchors }: Pick<Plan, "anchors">) => anchors.filter((anchor) => anchor.kind === "station");

/** The path with its vias and what is drawn by hand; empty while no way between any two anchors is known. */
export function pathOf({ anchors, legs, head, tail, drawnEnds }: Plan): PathParts {
  const within = (line: Line, ranges: PathParts["freeHand"], shift = 0) =>
    ranges.flatMap(([from, to]): [number, number][] => (to < line.length ? [[from + shift, to + shift]] : []));
  if (legs.length === 0) return { points: head, vias: [], freeHand: within(head, drawnEnds.head) };
  const known = legs.some(({ way, reason }) => way !== "missing" || reason !== "") || head.length + tail.length > 0;
  const points = joined(head);
  const freeHand = within(head, drawnEnds.head);
  const drawn = (range: [number, number]) => {
    const before = freeHand.at(-1);
    if (before?.[1] === range[0]) before[1] = range[1];
    else freeHand.push(range);
  };
  for (const leg of legs) {
    const from = same(points.at(-1), leg.points[0]) ? points.length - 1 : points.length;
    for (const point of leg.points) if (!same(points.at(-1), point)) points.push(point);
    if (leg.mode === "free" && points.length - 1 > from) drawn([from, points.length - 1]);
  }
  within(tail, drawnEnds.tail, same(points.at(-1), tail[0]) ? points.length - 1 : points.length).forEach(drawn);
  const serials = anchors.reduce<number[]>(
    (all, { kind }) => [...all, (all.at(-1) ?? 0) + (kind === "station" ? 1 : 0)],
    [],
  );
  const vias = anchors.flatMap((anchor, at) =>
    anchor.kind === "via" ? [{ lng: anchor.at[0], lat: anchor.at[1], gap: serials[at]! - 1 }] : [],
  );
  return { points: known ? joined(points, tail) : [], vias, freeHand: known ? freeHand : [] };
}

function cutPlan(empty: Plan, { points, freeHand }: PathParts, places: readonly LngLat[]): Plan {
  const along = stopsAlong(points, places).map(({ distance }, at) => ({ anchor: empty.anchors[at]!, distance }));
  const starts = distancesAlong(points);
  const ranges = freeHand
    .map(([from, to]) => [starts[from] ?? 0, starts[to] ?? starts.at(-1)!] as const)
    .filter(([from, to]) => to > from);
  const [first, last] = [along[0]!.distance, along.at(-1)!.distance];
  const ends = freeHand
    .flat()
    .map((at) => ({ anchor: { kind: "via", at: points[at] ?? points[0]! } as const, distance: starts[at] ?? 0 }));
  const added = ends.filter(
    ({ distance }, at) =>
      distance > first &&
      distance < last &&
      [...along, ...ends.slice(0, at)].every((one) => Math.abs(one.distance - distance) > 0.5),
  );
  const all = [...along, ...added].sort((a, b) => a.distance - b.distance);
  const parts = cutAlong(
    points,
    all.map(({ distance }) => distance),
  );
  const legs = parts.slice(1, -1).map((part, i): Leg => {
    const middle = (all[i]!.distance + all[i + 1]!.distance) / 2;
    return {
      mode: ranges.some(([from, to]) => middle > from && middle < to) ? "free" : "road",
      way: "laid",
      points: part,
      reason: "",
    };
  });
  const beyond = (part: Line) => (metresOf(part) > 0.5 ? part : []);
  const [head, tail] = [beyond(parts[0]!), beyond(parts.at(-1)!)];
  const drawnEnds = { head: rangesOn(head, 0, ranges), tail: rangesOn(tail, last, ranges) };
  return { ...empty, anchors: all.map(({ anchor }) => anchor), legs, head, tail, drawnEnds };
}

/** Stretches (metres) as places in a line that begins at so many metres. */
function rangesOn(line: Line, begin: number, stretches: readonly (readonly [number, number])[]): [number, number][] {
  const along = distancesAlong(line).map((metres) => begin + metres);
  return stretches.flatMap(([from, to]): [number, number][] => {
    const [first, final] = [
      along.findIndex((metres) => metres >= from - 0.5),
      along.findLastIndex((metres) => metres <= to + 0.5),
    ];
    return first >= 0 && final > first ? [[first, final]] : [];
  });
}
