import { metresApart } from "~/transit/geo/metres";
import type { LaidPath, PathPoint } from "./lay-path";
import type { StopAlong } from "./stops-along";

/** The path with the stops' places put in as points of their own, and where they are now. */
export function withPlaces(laid: LaidPath, stops: readonly StopAlong[]): { laid: LaidPath; marks: PathPoint[] } {
  const path: LaidPath["path"] = [];
  const marks: PathPoint[] = [];
  const moved: number[] = [];
  let distance = 0;
  let next = 0;
  laid.path.forEach((point, i) => {
    const before = laid.path[i - 1];
    const end = before ? distance + metresApart(before, point) : 0;
    for (; next < stops.length && stops[next]!.distance < end; next++) {
      const { place, distance: at } = stops[next]!;
      const last = path.at(-1);
      if (!last || last[0] !== place[0] || last[1] !== place[1]) path.push(place);
      marks.push({ index: path.length - 1, distance: at });
    }
    path.push(point);
    moved.push(path.length - 1);
    distance = end;
    for (; next < stops.length && stops[next]!.distance <= end; next++)
      marks.push({ index: path.length - 1, distance: end });
  });
  for (; next < stops.length; next++) marks.push({ index: Math.max(0, path.length - 1), distance });
  const breaks = laid.breaks.map((piece) => ({
    ...piece,
    pathFrom: moved[piece.pathFrom]!,
    pathTo: moved[piece.pathTo]!,
  }));
  return { laid: { ...laid, path, breaks }, marks };
}
