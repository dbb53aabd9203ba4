import { cutNear, joined, same } from "./line-cut";
import { type Anchor, type Leg, placeOf, type Plan, straight } from "./model";

/** A path that passes a station within this many metres serves it; beyond, the way there is searched anew. */
export const servedWithin = 60;

export const asked = (plan: Plan, from: Anchor, to: Anchor) =>
  straight(placeOf(plan, from), placeOf(plan, to), "asked");

/** A leg in two at an anchor, or two to be searched where it does not come near. */
export function parted(plan: Plan, leg: Leg, anchor: Anchor): Leg[] {
  const place = placeOf(plan, anchor);
  const { before, after, offset } = cutNear(leg.points, place);
  const fits = leg.mode === "free" || (leg.way === "laid" && offset <= servedWithin);
  if (fits)
    return [before, after].map((points) => ({ ...leg, points: points.length > 1 ? points : [points[0]!, points[0]!] }));
  return [straight(leg.points[0]!, place, "asked"), straight(place, leg.points.at(-1)!, "asked")];
}

/** Without an anchor between two others; where the legs on its sides are of two kinds it stays as a point to pass. */
export function withoutAnchor(plan: Plan, at: number): Plan {
  const [before, after] = [plan.legs[at - 1]!, plan.legs[at]!];
  if (before.mode !== after.mode)
    return { ...plan, anchors: plan.anchors.with(at, { kind: "via", at: after.points[0]! }) };
  return {
    ...plan,
    anchors: plan.anchors.toSpliced(at, 1),
    legs: plan.legs.toSpliced(at - 1, 2, merged(before, after)),
  };
}

export function merged(before: Leg, after: Leg): Leg {
  const known = before.way === after.way && before.way !== "asked";
  if (known)
    return {
      ...before,
      points: joined(before.points, after.points).length > 1 ? joined(before.points, after.points) : before.points,
      reason: before.reason || after.reason,
    };
  return { mode: before.mode, way: "asked", points: [before.points[0]!, after.points.at(-1)!], reason: "" };
}

/** Legs that meet: one still to be laid reaches to its neighbour; of two that lie, the first goes on to the second. */
export function met(legs: readonly Leg[]): Leg[] {
  const all = [...legs];
  for (let i = 1; i < all.length; i++) {
    const [a, b] = [all[i - 1]!, all[i]!];
    const [end, begin] = [a.points.at(-1)!, b.points[0]!];
    if (same(end, begin)) continue;
    if (a.way !== "laid") all[i - 1] = { ...a, points: a.points.with(-1, begin) };
    else if (b.way !== "laid") all[i] = { ...b, points: b.points.with(0, end) };
    else all[i - 1] = { ...a, points: [...a.points, begin] };
  }
  return all;
}
