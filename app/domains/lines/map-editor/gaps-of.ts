import { metresApart } from "~/kernel/roads/metres";
import type { Gap } from "../schema";
import { type Line, metresOf } from "./line-cut";
import { gapBetween, measure } from "./measure-plan";
import { type Plan, stationsAt } from "./model";

/** The ways between neighbouring stations as a version stores them, by places in the path's points. */
export function gapsOf(plan: Plan, points: Line): Gap[] {
  const at = stationsAt(plan);
  const measured = measure(plan);
  const ahead = metresOf(plan.head);
  const starts = [0];
  for (let i = 1; i < points.length; i++) starts.push(starts[i - 1]! + metresApart(points[i - 1]!, points[i]!));
  const index = (along: number) => {
    const next = starts.findIndex((start) => start >= ahead + along - 0.5);
    return next < 0 ? points.length - 1 : next;
  };
  return measured.slice(1).map(({ spacing }, call): Gap => {
    const { routeLength, straightLength, confidence, reason } = gapBetween(plan, at[call]!, at[call + 1]!, spacing!);
    const metres = (value: number) => Math.round(value * 10) / 10;
    const broken = plan.legs.slice(at[call], at[call + 1]).some(({ way }) => way === "missing");
    return { from: call, to: call + 1, pathFrom: index(measured[call]!.along), pathTo: index(measured[call + 1]!.along), routeLength: metres(routeLength), straightLength: metres(straightLength), confidence: Math.round(confidence * 1000) / 1000, broken, reason };
  });
}
