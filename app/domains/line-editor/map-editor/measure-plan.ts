import { metresApart } from "~/transit/geo/metres";
import type { BreakCause } from "~/transit/roads/chain";
import { describeGap } from "~/transit/roads/gap";
import { kilometres, measureStops } from "~/domains/line-versions/sequence/measure";
import { isDoubtful } from "~/domains/lines/match-sources";
import { metresOf } from "./line-cut";
import { callsOf, pathOf, placeOf, type Plan, stationsAt } from "./model";

/** A call as the editor shows it: metres along the path, from the call before, and what is doubtful about the way there. */
export interface MeasuredCall {
  along: number;
  spacing: number | null;
  reason: string;
  doubtful: boolean;
  /** Some of the way is not known or still being searched. */
  unsure: boolean;
}

/** Distances of the calls along the path; they never fall. */
export function measure(plan: Plan): MeasuredCall[] {
  const at = stationsAt(plan);
  let along = 0;
  return at.map((place, call) => {
    if (call === 0) return { along: 0, spacing: null, reason: "", doubtful: false, unsure: false };
    const legs = plan.legs.slice(at[call - 1]!, place);
    const spacing = legs.reduce((metres, { points }) => metres + metresOf(points), 0);
    along += spacing;
    const unsure = legs.some(({ way }) => way !== "laid");
    const said = legs.map(({ reason }) => reason).find(Boolean);
    if (said || unsure) return { along, spacing, unsure, reason: said ?? "", doubtful: false };
    const gap = gapBetween(plan, at[call - 1]!, place, spacing);
    return { along, spacing, unsure, reason: gap.reason, doubtful: isDoubtful(gap) };
  });
}

const figures = new WeakMap<Plan, readonly { along: number; spacing: number | null }[]>();

/** Whole metres of the calls as they are once the plan is saved; along its legs where the path misses a call. */
export function figuresOf(plan: Plan) {
  const known = figures.get(plan);
  if (known) return known;
  const laid = measureStops(
    pathOf(plan).points,
    callsOf(plan).map((anchor) => placeOf(plan, anchor)),
  );
  const along = measure(plan).map((one, call) => Math.round((laid[call]!.distance ?? kilometres(one.along)) * 1000));
  const made = along.map((metres, call) => ({ along: metres, spacing: call === 0 ? null : metres - along[call - 1]! }));
  figures.set(plan, made);
  return made;
}

export function stationsOf(plan: Plan) {
  const known = figuresOf(plan);
  return callsOf(plan).map((anchor, call) => {
    const [lng, lat] = placeOf(plan, anchor);
    const { along: distance, spacing } = known[call]!;
    return { serial: call + 1, staName: anchor.station.staName, lng, lat, distance, spacing };
  });
}

/** How far the way between two anchors can be trusted, by its detour and by how far it passes from them. */
export function gapBetween(plan: Plan, from: number, to: number, routeLength: number, causes: BreakCause[] = []) {
  const [a, b] = [placeOf(plan, plan.anchors[from]!), placeOf(plan, plan.anchors[to]!)];
  const offsets: [number, number] = [
    metresApart(a, plan.legs[from]!.points[0]!),
    metresApart(b, plan.legs[to - 1]!.points.at(-1)!),
  ];
  // Where a person has said which way it goes, a detour is no cause for doubt.
  const followed = to - from > 1 || plan.legs[from]!.mode === "free";
  return describeGap({
    from: 0,
    to: 1,
    pathFrom: 0,
    pathTo: 1,
    routeLength,
    straightLength: metresApart(a, b),
    causes,
    offsets,
    followed,
  });
}
