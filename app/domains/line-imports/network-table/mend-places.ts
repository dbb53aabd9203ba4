import { isInChinaBox, type LngLat } from "~/transit/geo/coordinates";
import type { FileProblem } from "~/transit/line-files/shape";
import type { StationEntry } from "../stations/station-entry";

/**
 * Entries whose points are what was meant: 0,0 is none, a latitude that stands where the longitude should is put where
 * it belongs (only where the point lies outside of China's box as it stands and inside when turned), and a numbered
 * station without a point has that of the same number elsewhere in the table. Each is told once, with its first row.
 */
export function withMeantPlaces(entries: readonly StationEntry[]): { entries: StationEntry[]; told: FileProblem[] } {
  const none: number[] = [];
  const turned: number[] = [];
  const borrowed: number[] = [];
  const meant = entries.map((entry): StationEntry => {
    const { row, point } = entry;
    if (!point) return entry;
    if (isNowhere(point)) {
      none.push(row);
      return { ...entry, point: null };
    }
    if (isInChinaBox(point) || !isInChinaBox(turn(point))) return entry;
    turned.push(row);
    return { ...entry, point: turn(point) };
  });
  const known = new Map<string, LngLat>();
  for (const { staSelfCode, point } of meant)
    if (staSelfCode && point && !known.has(staSelfCode)) known.set(staSelfCode, point);
  const placed = meant.map((entry): StationEntry => {
    const point = entry.point ?? known.get(entry.staSelfCode) ?? null;
    if (point && !entry.point) borrowed.push(entry.row);
    return { ...entry, point };
  });
  return {
    entries: placed,
    told: [
      ...tell(none, "坐标是 0,0，按没有坐标处理"),
      ...tell(turned, "经度和纬度写反了，已对调"),
      ...tell(borrowed, "没有坐标，取自表中同一编号的另一行"),
    ],
  };
}

const turn = ([x, y]: LngLat): LngLat => [y, x];

/** Within a hundred metres of 0,0, in the sea off Africa: what programs write that know no place. */
const isNowhere = ([x, y]: LngLat) => Math.abs(x) < 0.001 && Math.abs(y) < 0.001;

function tell([first, ...others]: readonly number[], text: string): FileProblem[] {
  if (first === undefined) return [];
  return [{ where: `第 ${first} 行`, text: others.length > 0 ? `${text}（这样的有 ${others.length + 1} 行）` : text }];
}
