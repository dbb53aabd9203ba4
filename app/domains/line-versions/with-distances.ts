import type { DirectionContent } from "./content.server";
import { stateBetween } from "./match-state";
import { measureStops } from "./sequence/measure";

/** Along a path distances are measured; without one they stay as declared. */
export function withDistances(
  content: DirectionContent,
  places: ReadonlyMap<string, { lng: number; lat: number }>,
): DirectionContent {
  const { rows, path } = content;
  if (!path || rows.some(({ staUuid }) => !places.has(staUuid))) return content;
  const measured = measureStops(
    path.points,
    rows.map(({ staUuid }) => places.get(staUuid)!).map(({ lng, lat }) => [lng, lat] as const),
  );
  const placed = rows.map((row, at) => ({ ...row, distance: measured[at]!.distance }));
  return { ...content, rows: placed, path: { ...path, matchState: stateBetween(path, measured) } };
}
