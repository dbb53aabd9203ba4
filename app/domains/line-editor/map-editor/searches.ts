import { bearing, metresApart } from "~/transit/geo/metres";
import { type RoutedPath, layFound } from "./edit-path";
import type { Leg, Line, Plan } from "./model";

/** A place to drive through, and the degrees from north in which the path arrives or leaves there, where that is fixed. */
export interface AskedPlace {
  lng: number;
  lat: number;
  heading?: number;
}

/** Legs in a row that are to be searched together, and the places that they are driven through. */
export interface Search {
  legs: Leg[];
  places: AskedPlace[];
}

/** What is asked of the roads for a plan: each run of asked legs on its own, headed as its neighbours lie. */
export function searchesOf({ legs }: Plan): Search[] {
  const runs: Search[] = [];
  legs.forEach((leg, at) => {
    if (leg.way !== "asked") return;
    const [from, to] = [leg.points[0]!, leg.points.at(-1)!].map(([lng, lat]) => ({ lng, lat }));
    const before = legs[at - 1];
    if (before?.way === "asked") {
      runs.at(-1)!.legs.push(leg);
      runs.at(-1)!.places.push(to!);
    } else runs.push({ legs: [leg], places: [{ ...from!, ...headed(before, true) }, to!] });
    const after = legs[at + 1];
    if (after?.way !== "asked") Object.assign(runs.at(-1)!.places.at(-1)!, headed(after, false));
  });
  return runs;
}

export const laidBy = (plan: Plan, search: Search, answers: readonly RoutedPath[]): Plan =>
  layFound(
    plan,
    search.legs.map((leg, at) => ({ leg, answer: answers[at]! })),
  );

function headed(leg: Leg | undefined, atEnd: boolean): { heading?: number } {
  if (leg?.way !== "laid" || leg.mode === "free") return {};
  const ends = pieceAt(leg.points, atEnd);
  if (!ends) return {};
  const [a, b] = ends;
  return { heading: Math.round(bearing(a, b)) % 360 };
}

/** The last or first piece of a line that is long enough to have a direction. */
function pieceAt(points: Line, atEnd: boolean) {
  const end = atEnd ? points.at(-1)! : points[0]!;
  const other = atEnd
    ? points.findLast((point) => metresApart(point, end) > 3)
    : points.find((point) => metresApart(point, end) > 3);
  return other && (atEnd ? ([other, end] as const) : ([end, other] as const));
}
