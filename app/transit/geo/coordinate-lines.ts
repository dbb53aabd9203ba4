import { formatLngLat, parseLngLat } from "./lng-lat";
import type { LngLat } from "./lng-lat";
import { flatten } from "./project";
import { pointsOf } from "./shape";

/** Points typed one a line as "经度,纬度", blank lines skipped; the first line that is no place is told instead. */
export function readLines(text: string): { points: LngLat[] } | { fault: string } {
  const points: LngLat[] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (!line.trim()) continue;
    const point = parseLngLat(line);
    if (!point)
      return {
        fault: `第 ${index + 1} 行“${line.trim().slice(0, 30)}”不是坐标，请写成“经度,纬度”，例如 116.380000,39.870000`,
      };
    points.push(point);
  }
  return { points };
}

/** The same points without a last one that only closes the ring. */
export function opened(points: readonly LngLat[]): LngLat[] {
  const [first, last] = [points[0], points.at(-1)];
  const closed = points.length > 3 && first && last && first[0] === last[0] && first[1] === last[1];
  return closed ? points.slice(0, -1) : [...points];
}

export const asLines = (points: readonly LngLat[]) => points.map(formatLngLat).join("\n");

export const coordsAsLines = (coords: readonly number[] | null | undefined) => asLines(pointsOf(coords ?? []));

/** Points as records keep them: flat, six decimals (about a decimetre), as they are shown. */
export const asCoords = (points: readonly LngLat[]) =>
  flatten(points).map((degrees) => Math.round(degrees * 1e6) / 1e6);
