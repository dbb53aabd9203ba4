import { type Box, growBox, isInBox, type LngLat } from "./lng-lat";
import { FILE_CRS, type FileCrs, fromFile, isPossible } from "./file-crs";

/** Metres from each place (WGS84) to the nearest road, null where none lies within `reach` metres. */
export type RoadDistances = (places: readonly LngLat[], reach: number) => Promise<(number | null)[]>;

export type Against = "roads" | "stations";

export interface CrsOffset {
  crs: FileCrs;
  /** Median over the points compared. */
  metres: number;
  /** Share of the points compared that have a road within reach. */
  near: number;
}

export interface LikelyCrs {
  offsets: CrsOffset[];
  /** Points compared; 0 where no road lies near any of them. */
  points: number;
  /** null where it cannot be told. */
  likely: FileCrs | null;
  /** How many times farther from the roads the next system puts the points; null where there is no other to compare with. */
  clearness: number | null;
}

/** Metres; whatever lies farther counts as this far. */
export const reach = 300;
const mostPoints = 600;
const fewestPoints = 5;

/** Compares points of a file with the roads under each coordinate system; `bounds` is where roads are known. */
export async function likelyCrs(
  points: readonly LngLat[],
  distances: RoadDistances,
  bounds?: Box | null,
): Promise<LikelyCrs> {
  const possible = FILE_CRS.filter((crs) => isPossible(points, crs));
  const inside = (point: LngLat, crs: FileCrs) => !bounds || isInBox(fromFile([point], crs)[0]!, bounds);
  // No system moves a point by more than two kilometres; looking first at where it stands saves converting them all.
  const around = bounds && possible[0] !== "EPSG:3857" ? growBox(bounds, 2500) : null;
  const sample = spread(
    points.filter((point) => (!around || isInBox(point, around)) && possible.some((crs) => inside(point, crs))),
  );
  const found = await Promise.all(
    possible.map(async (crs) => ({ crs, metres: await distances(fromFile(sample, crs), reach) })),
  );
  // Where no system finds a road, there are none to compare with.
  const covered = sample.flatMap((point, at) =>
    found.some(({ metres }) => metres[at] != null) ? [{ point, at }] : [],
  );
  const offsets = found.flatMap(({ crs, metres }) => {
    const compared = covered.filter(({ point }) => inside(point, crs)).map(({ at }) => metres[at] ?? null);
    const near = compared.filter((one) => one !== null).length / compared.length;
    return compared.length < fewestPoints
      ? []
      : [{ crs, metres: rounded(median(compared.map((one) => one ?? reach))), near: rounded(near, 1000) }];
  });
  offsets.sort((a, b) => a.metres - b.metres);
  const [best, next] = offsets;
  const clearness = best && next ? rounded(next.metres / Math.max(best.metres, 0.5)) : null;
  const near = best !== undefined && best.metres <= 30 && best.near >= 0.5;
  // Outside China the systems are one and the same, and the plainest is meant.
  const same = offsets.length > 1 && offsets.every(({ metres }) => metres === best!.metres);
  const likely = !near ? null : same ? "WGS84" : clearness === null || clearness >= 1.5 ? best.crs : null;
  return { offsets, points: covered.length, likely, clearness };
}

function spread(points: readonly LngLat[]): LngLat[] {
  const step = Math.max(1, points.length / mostPoints);
  return Array.from({ length: Math.min(points.length, mostPoints) }, (_, at) => points[Math.floor(at * step)]!);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}

function rounded(value: number, steps = 10): number {
  return Math.round(value * steps) / steps;
}
