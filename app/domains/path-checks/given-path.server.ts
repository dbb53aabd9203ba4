import type { z } from "zod";
import { checkPath } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { convert } from "~/transit/geo/coordinates";
import { shownStretches } from "./shown-stretches";
import type { PathToCheck } from "./path-to-check";
import { enough, type PathChecked } from "./schema";

/** checkLineMatchPath: looks along a path that a client sends, in the coordinate system that it names. */
export async function checkGivenPath(
  viewer: Viewer,
  { path, crs }: z.output<typeof PathToCheck>,
): Promise<z.output<typeof PathChecked>> {
  const points = crs === "WGS84" ? path : convert(path, crs, "WGS84");
  const { metres, ratio, stretches } = await checkPath(viewer, points);
  return { metres: Math.round(metres), ratio, passed: ratio >= enough, stretches: shownStretches(points, stretches) };
}
