import { type LngLat } from "~/transit/geo/lng-lat";
import { metresApart } from "~/transit/geo/metres";
import { longestSequence } from "~/domains/line-versions/sequence/sequence-check";
import type { TypedRow } from "~/domains/line-versions/sequence/sequence-form";
import { asked, merged, met, parted, servedWithin, withoutAnchor } from "./join-legs";
import { cutNear, exact, metresOf, same } from "./line-cut";
import {
  type Anchor,
  callsOf,
  type KnownPlace,
  openPlan,
  pathOf,
  placeOf,
  type Plan,
  retyped,
  stationsAt,
} from "./model";

/** Puts a call in as the `at`th (from 0); left out: where it lengthens the way least. */
export function insertStation(
  plan: Plan,
  station: KnownPlace,
  at?: number,
  row: TypedRow = { staUuid: station.staUuid, inRadius: "50", outRadius: "30" },
): Plan {
  const places = stationsAt(plan);
  if (places.length >= longestSequence) return plan;
  const anchor: Anchor = { kind: "station", row, station };
  const call = Math.max(0, Math.min(at ?? bestCall(plan, placeOf(plan, anchor)), places.length));
  if (places.length === 0) return retyped({ ...plan, anchors: [anchor] });
  if (plan.legs.length === 0 && plan.head.length > 1) return onPath(plan, anchor, at);
  if (call === 0)
    return retyped({
      ...plan,
      anchors: [anchor, ...plan.anchors],
      legs: met([asked(plan, anchor, plan.anchors[0]!), ...plan.legs]),
      head: [],
      ...(plan.legs.length === 0 && { tail: [] }),
    });
  if (call === places.length)
    return retyped({
      ...plan,
      anchors: [...plan.anchors, anchor],
      legs: met([...plan.legs, asked(plan, plan.anchors.at(-1)!, anchor)]),
      tail: [],
      ...(plan.legs.length === 0 && { head: [] }),
    });
  const legs = plan.legs.slice(places[call - 1]!, places[call]!);
  const offsets = legs.map(({ points }) => cutNear(points, placeOf(plan, anchor)).offset);
  const leg = places[call - 1]! + offsets.indexOf(Math.min(...offsets));
  return retyped({
    ...plan,
    anchors: plan.anchors.toSpliced(leg + 1, 0, anchor),
    legs: plan.legs.toSpliced(leg, 1, ...parted(plan, plan.legs[leg]!, anchor)),
  });
}

/** A second call on a path that has one: in the order in which the path passes them. */
function onPath(plan: Plan, anchor: Anchor, at?: number): Plan {
  const first = plan.anchors[0]!;
  const along = (one: Anchor) => metresOf(cutNear(plan.head, placeOf(plan, one)).before);
  const ahead = at === undefined ? along(anchor) < along(first) : at === 0;
  const calls = callsOf({ anchors: ahead ? [anchor, first] : [first, anchor] });
  return openPlan(plan.direction, calls, pathOf(plan), plan.moved);
}

/** Takes the `call`th call (from 0) out; the path stays, but beyond a first or last call it ends, unless one alone is left. A new place of a station goes with its last call. */
export function removeStation(plan: Plan, call: number): Plan {
  const next = taken(plan, call);
  const called = new Set(callsOf(next).map(({ station }) => station.staUuid));
  const kept = Object.entries(next.moved).filter(([staUuid]) => called.has(staUuid));
  return kept.length === Object.keys(next.moved).length ? next : { ...next, moved: Object.fromEntries(kept) };
}

function taken(plan: Plan, call: number): Plan {
  const places = stationsAt(plan);
  const at = places[call];
  if (at === undefined) return plan;
  if (places.length === 1) return { ...plan, anchors: [], legs: [], head: plan.head, tail: [] };
  if (places.length === 2) {
    const left = callsOf({ anchors: plan.anchors.toSpliced(at, 1) });
    return openPlan(plan.direction, left, { ...pathOf(plan), vias: [] }, plan.moved);
  }
  if (call === 0)
    return retyped({ ...plan, anchors: plan.anchors.slice(places[1]), legs: plan.legs.slice(places[1]), head: [] });
  if (call === places.length - 1)
    return retyped({
      ...plan,
      anchors: plan.anchors.slice(0, places[call - 1]! + 1),
      legs: plan.legs.slice(0, places[call - 1]),
      tail: [],
    });
  return retyped(withoutAnchor(plan, at));
}

/** Moves a call to another place in the order, both from 0. */
export function reorderStation(plan: Plan, from: number, to: number): Plan {
  const places = stationsAt(plan);
  const anchor = plan.anchors[places[from] ?? -1];
  const target = Math.max(0, Math.min(to, places.length - 1));
  if (anchor?.kind !== "station" || target === from) return plan;
  return insertStation(taken(plan, from), anchor.station, target, anchor.row);
}

/** Gives a station another place, wherever the direction calls at it; where the path passes close by it stays. */
export function moveStation(plan: Plan, staUuid: string, to: LngLat): Plan {
  const calls = stationsAt(plan).filter((at) => stationOf(plan, at)?.staUuid === staUuid);
  if (calls.length === 0) return plan;
  const { lng, lat } = stationOf(plan, calls[0]!)!;
  const place = exact(to);
  if (same(plan.moved[staUuid], place)) return plan;
  const { [staUuid]: _back, ...rest } = plan.moved;
  const moved: Plan = { ...plan, moved: same(place, exact([lng, lat])) ? rest : { ...rest, [staUuid]: place } };
  return calls.reduce(tiedAgain, moved);
}

/** Ties an anchor to the legs on its two sides anew. */
function tiedAgain(plan: Plan, at: number): Plan {
  const anchor = plan.anchors[at]!;
  const [before, after] = [plan.legs[at - 1], plan.legs[at]];
  if (before && after && before.mode === after.mode)
    return { ...plan, legs: met(plan.legs.toSpliced(at - 1, 2, ...parted(plan, merged(before, after), anchor))) };
  const legs = plan.legs.map((leg, i) => {
    if (leg.mode === "free" || (i !== at && i !== at - 1)) return leg;
    const end = i === at ? leg.points[0]! : leg.points.at(-1)!;
    if (metresApart(end, placeOf(plan, anchor)) <= servedWithin && leg.way === "laid") return leg;
    return asked(plan, plan.anchors[i]!, plan.anchors[i + 1]!);
  });
  return {
    ...plan,
    legs: met(legs),
    ...(at === 0 && { head: [] }),
    ...(at === plan.anchors.length - 1 && { tail: [] }),
  };
}

const stationOf = (plan: Plan, at: number) =>
  plan.anchors[at]?.kind === "station" ? plan.anchors[at].station : undefined;

/** The place in the order at which a station is on the way already, or else lengthens it least. */
function bestCall(plan: Plan, place: LngLat): number {
  const places = stationsAt(plan).map((at) => placeOf(plan, plan.anchors[at]!));
  if (places.length < 2) return places.length;
  const detour = (a: LngLat | undefined, b: LngLat | undefined) =>
    (a ? metresApart(a, place) : 0) + (b ? metresApart(place, b) : 0) - (a && b ? metresApart(a, b) : 0);
  const costs = Array.from({ length: places.length + 1 }, (_, call) => {
    const legs =
      call > 0 && call < places.length
        ? plan.legs.slice(stationsAt(plan)[call - 1], stationsAt(plan)[call]).filter(({ way }) => way === "laid")
        : [];
    const beside = Math.min(...legs.map(({ points }) => cutNear(points, place).offset));
    return beside <= servedWithin ? beside / 1000 : detour(places[call - 1], places[call]);
  });
  return costs.indexOf(Math.min(...costs));
}
