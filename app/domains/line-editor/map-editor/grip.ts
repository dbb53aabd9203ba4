import { type LngLat } from "~/transit/geo/lng-lat";
import { metresApart } from "~/transit/geo/metres";
import { cutNear } from "./line-cut";
import { placeOf, type Plan } from "./model";

/** A part of a plan that can be pointed at, chosen or dragged. */
export type Grip =
  | { kind: "station"; at: number }
  | { kind: "via"; at: number }
  | { kind: "point"; leg: number; point: number }
  | { kind: "leg"; leg: number; piece: number };

const pointReach = 10;
const lineReach = 7;

/** What of a plan lies at a place, `metres` being the size of a pixel: points before lines, the nearest first. */
export function gripAt(plan: Plan, place: LngLat, metres: number): Grip | null {
  const near: { grip: Grip; pixels: number }[] = [];
  const offer = (grip: Grip, at: LngLat) => {
    const pixels = metresApart(at, place) / metres;
    if (pixels <= pointReach) near.push({ grip, pixels });
  };
  plan.anchors.forEach((anchor, at) =>
    offer({ kind: anchor.kind, at } as Grip, anchor.kind === "via" ? anchor.at : placeOf(plan, anchor)),
  );
  plan.legs.forEach(({ mode, points }, leg) => {
    if (mode === "free") points.slice(1, -1).forEach((point, i) => offer({ kind: "point", leg, point: i + 1 }, point));
  });
  if (near.length === 0) {
    plan.legs.forEach(({ points }, leg) => {
      const { offset, piece } = cutNear(points, place);
      if (offset / metres <= lineReach) near.push({ grip: { kind: "leg", leg, piece }, pixels: offset / metres });
    });
  }
  return near.sort((a, b) => a.pixels - b.pixels)[0]?.grip ?? null;
}

/** Where a grip is; of a leg, its middle. */
export function placeOfGrip(plan: Plan, grip: Grip): LngLat | null {
  if (grip.kind === "point") return plan.legs[grip.leg]?.points[grip.point] ?? null;
  if (grip.kind === "leg") return plan.legs[grip.leg]?.points.at(plan.legs[grip.leg]!.points.length >> 1) ?? null;
  const anchor = plan.anchors[grip.at];
  return anchor?.kind === grip.kind ? placeOf(plan, anchor) : null;
}

/** Everything that can be chosen, in driving order. */
export function gripsOf(plan: Plan): Grip[] {
  return plan.anchors.flatMap((anchor, at): Grip[] => {
    const leg = plan.legs[at];
    const points =
      leg?.mode === "free"
        ? leg.points.slice(1, -1).map((_, i): Grip => ({ kind: "point", leg: at, point: i + 1 }))
        : [];
    return [{ kind: anchor.kind, at } as Grip, ...points];
  });
}

export const sameGrip = (a: Grip | null, b: Grip | null) =>
  a !== null &&
  b !== null &&
  a.kind === b.kind &&
  ("at" in a
    ? a.at === (b as { at: number }).at
    : a.leg === (b as { leg: number }).leg && (a.kind !== "point" || a.point === (b as { point: number }).point));
