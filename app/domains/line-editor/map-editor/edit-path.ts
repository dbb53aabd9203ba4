import { type LngLat } from "~/transit/geo/lng-lat";
import { metresApart } from "~/transit/geo/metres";
import { met, servedWithin, withoutAnchor } from "./join-legs";
import { cutNear, exact, joined, same } from "./line-cut";
import { type Leg, type Line, placeOf, type Plan, straight } from "./model";

/** Makes the path pass a place between the two anchors of a leg. */
export function addVia(plan: Plan, leg: number, place: LngLat): Plan {
  const one = plan.legs[leg];
  if (!one) return plan;
  const at = exact(place);
  const legs =
    one.mode === "free"
      ? partedFree(one, at)
      : [straight(one.points[0]!, at, "asked"), straight(at, one.points.at(-1)!, "asked")];
  return {
    ...plan,
    anchors: plan.anchors.toSpliced(leg + 1, 0, { kind: "via", at }),
    legs: plan.legs.toSpliced(leg, 1, ...legs),
  };
}

function partedFree(leg: Leg, at: LngLat): Leg[] {
  const { before, after } = cutNear(leg.points, at);
  const [ahead, behind] = [before.length > 1 ? before.slice(0, -1) : before, after.length > 1 ? after.slice(1) : after];
  return [
    { ...leg, points: [...ahead, at] },
    { ...leg, points: [at, ...behind] },
  ];
}

export function moveVia(plan: Plan, anchor: number, place: LngLat): Plan {
  if (plan.anchors[anchor]?.kind !== "via" || same(plan.anchors[anchor].at, exact(place))) return plan;
  const at = exact(place);
  const legs = plan.legs.map((leg, i) => {
    if (i !== anchor && i !== anchor - 1) return leg;
    const points = i === anchor ? leg.points.with(0, at) : leg.points.with(-1, at);
    return leg.mode === "free" ? { ...leg, points } : straight(points[0]!, points.at(-1)!, "asked");
  });
  return { ...plan, anchors: plan.anchors.with(anchor, { kind: "via", at }), legs };
}

/** Without a point to pass: roads are searched past it, what is drawn by hand keeps it as a plain point. */
export function removeVia(plan: Plan, anchor: number): Plan {
  if (plan.anchors[anchor]?.kind !== "via") return plan;
  const [before, after] = [plan.legs[anchor - 1]!, plan.legs[anchor]!];
  if (before.mode === "free" && after.mode === "free") return withoutAnchor(plan, anchor);
  const leg = straight(before.points[0]!, after.points.at(-1)!, "asked");
  return { ...plan, anchors: plan.anchors.toSpliced(anchor, 1), legs: plan.legs.toSpliced(anchor - 1, 2, leg) };
}

/** Points of what is drawn by hand; its ends belong to the anchors. */
export function movePoint(plan: Plan, leg: number, point: number, to: LngLat): Plan {
  return redrawn(plan, leg, (points) =>
    isInner(points, point) && !same(points[point], exact(to)) ? points.with(point, exact(to)) : points,
  );
}

export function insertPoint(plan: Plan, leg: number, point: number, at: LngLat): Plan {
  return redrawn(plan, leg, (points) =>
    point > 0 && point < points.length ? points.toSpliced(point, 0, exact(at)) : points,
  );
}

export function deletePoint(plan: Plan, leg: number, point: number): Plan {
  return redrawn(plan, leg, (points) => (isInner(points, point) ? points.toSpliced(point, 1) : points));
}

/** Draws a leg by hand through these points, between its two anchors. */
export function drawLeg(plan: Plan, leg: number, through: Line): Plan {
  const one = plan.legs[leg];
  if (!one) return plan;
  const points = joined([one.points[0]!], ...through.map((point) => [exact(point)]), [one.points.at(-1)!]);
  return withLeg(plan, leg, { mode: "free", way: "laid", reason: "", points: points.length > 1 ? points : one.points });
}

/** By hand a leg keeps its points and they may be moved; on the roads it is searched anew. */
export function setMode(plan: Plan, leg: number, mode: Leg["mode"]): Plan {
  const one = plan.legs[leg];
  if (!one || (one.mode === mode && mode === "free")) return plan;
  return mode === "free" ? withLeg(plan, leg, { ...one, mode, way: "laid", reason: "" }) : searched(plan, leg, leg);
}

/** Has every leg along roads searched anew between two anchors, as far as it is not drawn by hand. */
export const searchAll = (plan: Plan, from = 0, to = plan.legs.length - 1): Plan =>
  plan.legs.reduce((now, leg, i) => (i >= from && i <= to && leg.mode === "road" ? searched(now, i, i) : now), plan);

function searched(plan: Plan, from: number, to: number): Plan {
  const legs = plan.legs.map((leg, i) => {
    if (i < from || i > to) return leg;
    const [a, b] = [placeOf(plan, plan.anchors[i]!), placeOf(plan, plan.anchors[i + 1]!)];
    // A path that already ends close to its stations goes on ending there, where its neighbours begin.
    const near = (end: LngLat, place: LngLat) => (metresApart(end, place) <= servedWithin ? end : place);
    const points = leg.points.with(0, near(leg.points[0]!, a)).with(-1, near(leg.points.at(-1)!, b));
    const before = leg.way === "laid" ? leg : leg.before;
    return { mode: "road" as const, way: "asked" as const, points, reason: "", before };
  });
  return { ...plan, legs: met(legs) };
}

export interface RoutedPath {
  path: readonly (readonly [number, number])[];
  broken: boolean;
  reason: string;
}

/** Leaves legs as they were before they were asked for, where a way was known; the others only join their ends. */
export function leaveUnanswered(plan: Plan, asked: readonly Leg[], reason: string): Plan {
  const legs = plan.legs.map((leg): Leg => {
    if (!asked.includes(leg)) return leg;
    const { before, points } = leg;
    return before ? { ...before, points } : { mode: leg.mode, way: "missing", points, reason };
  });
  return { ...plan, legs: met(legs) };
}

/** Lays legs as they were found; those that have been changed since they were asked for stay as they are. */
export function layFound(plan: Plan, found: readonly { leg: Leg; answer: RoutedPath }[]): Plan {
  let { legs, anchors } = plan;
  for (const { leg, answer } of found) {
    const at = legs.indexOf(leg);
    if (at < 0) continue;
    legs = legs.with(at, laid(legs, at, answer));
  }
  if (legs === plan.legs) return plan;
  legs = met(legs);
  anchors = anchors.map((anchor, at) =>
    anchor.kind === "via" && legs[at] && !same(anchor.at, legs[at].points[0])
      ? { ...anchor, at: legs[at].points[0]! }
      : anchor,
  );
  return { ...plan, legs, anchors };
}

function laid(legs: readonly Leg[], at: number, answer: RoutedPath): Leg {
  const { mode, points: asked } = legs[at]!;
  if (answer.path.length === 0)
    return { mode, way: "missing", points: asked, reason: answer.reason || "没有找到可走的道路" };
  const [before, after] = [legs[at - 1], legs[at + 1]].map((one) => (one?.way === "laid" ? one : undefined));
  const path = answer.path.map(exact);
  const points = joined(
    before ? closed(before.points.at(-1)!, path[0]!) : [],
    path,
    after ? closed(after.points[0]!, path.at(-1)!) : [],
  );
  return {
    mode: "road",
    way: answer.broken ? "missing" : "laid",
    points: points.length > 1 ? points : [points[0]!, points[0]!],
    reason: answer.reason,
  };
}

/** Ends that are the same place to within a metre need no piece between them. */
const closed = (mine: LngLat, theirs: LngLat) => (metresApart(mine, theirs) < 1 ? [] : [mine]);

/** Cuts off what of the path lies before the first station and after the last. */
export const trimEnds = (plan: Plan): Plan =>
  plan.legs.length === 0 || plan.head.length + plan.tail.length === 0 ? plan : { ...plan, head: [], tail: [] };

function redrawn(plan: Plan, leg: number, change: (points: LngLat[]) => LngLat[]): Plan {
  const one = plan.legs[leg];
  if (one?.mode !== "free") return plan;
  const points = [...one.points];
  const next = change(points);
  return next === points ? plan : withLeg(plan, leg, { ...one, points: next });
}

const withLeg = (plan: Plan, at: number, leg: Leg): Plan => ({ ...plan, legs: plan.legs.with(at, leg) });
const isInner = (points: Line, point: number) => point > 0 && point < points.length - 1;
