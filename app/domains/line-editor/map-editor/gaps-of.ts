import { distancesAlong } from "~/transit/geo/path";
import type { OffRoad } from "~/transit/roads/check-path";
import type { Gap } from "~/domains/line-versions/schema";
import { type Line, metresOf } from "./line-cut";
import { gapBetween, measure } from "./measure-plan";
import { type Plan, stationsAt } from "./model";

/** The way after a call (from 0) that no road makes good, and why. */
export interface Break {
  gap: number;
  reason: string;
}

/** A plan as opened, its broken ways marked: only what is drawn by hand is left out. */
export function withBreaks(plan: Plan, breaks: readonly Break[]): Plan {
  const at = stationsAt(plan);
  const legs = breaks.reduce(
    (now, { gap, reason }) =>
      now.map((leg, i) =>
        i >= at[gap]! && i < at[gap + 1]! && leg.mode === "road" ? { ...leg, way: "missing" as const, reason } : leg,
      ),
    plan.legs,
  );
  return { ...plan, legs };
}

/** Metres off the roads from which on a way counts as broken. */
const broken = 30;

/** The ways between neighbouring stations as a version stores them, by places in the path's points. Stretches off the roads break them, unless they are drawn by hand. */
export function gapsOf(plan: Plan, points: Line, offRoad: readonly OffRoad[]): Gap[] {
  const at = stationsAt(plan);
  const measured = measure(plan);
  const ahead = metresOf(plan.head);
  const starts = distancesAlong(points);
  const index = (along: number) => {
    const next = starts.findIndex((start) => start >= ahead + along - 0.5);
    return next < 0 ? points.length - 1 : next;
  };
  let end = ahead;
  const roads = plan.legs.map(({ mode, points: leg }) => ({ mode, from: end, to: (end += metresOf(leg)) }));
  return measured.slice(1).map(({ spacing }, call): Gap => {
    const own = roads.slice(at[call], at[call + 1]).filter(({ mode }) => mode === "road");
    const off = offRoad.filter((stretch) =>
      own.some(({ from, to }) => Math.min(to, stretch.to) - Math.max(from, stretch.from) > broken),
    );
    const { routeLength, straightLength, ...gap } = gapBetween(
      plan,
      at[call]!,
      at[call + 1]!,
      spacing!,
      off.map(({ cause }) => cause),
    );
    const metres = (value: number) => Math.round(value * 10) / 10;
    return {
      from: call,
      to: call + 1,
      pathFrom: index(measured[call]!.along),
      pathTo: index(measured[call + 1]!.along),
      routeLength: metres(routeLength),
      straightLength: metres(straightLength),
      confidence: Math.round(gap.confidence * 1000) / 1000,
      broken: gap.broken,
      reason: gap.reason,
    };
  });
}
