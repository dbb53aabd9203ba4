import type { MapRoad } from "./line-drawing";
import { pathData } from "./path-data";
import type { Viewport } from "~/transit/geo/project";
import { lastRankInPicture, roadRank } from "./road-classes";
import { clipLine, joinLines, simplifyLine } from "~/transit/geo/simplify";
import type { FlatLine } from "~/transit/geo/simplify";

/** Path data per road rank, least important first, ready to draw in that order. */
export interface RoadDrawing {
  rank: number;
  data: string;
}

/** A frame that is wider or higher than the picture in it shows so large a share more at each side. */
export const beyondFrame = 0.25;

/** The important ones first; of a rank that would go beyond `budget` characters the longest, and no lesser ones. */
export function drawRoads(
  roads: readonly MapRoad[],
  view: Viewport,
  scale: number,
  budget: number,
  beyond = 0,
): RoadDrawing[] {
  const last = lastRankInPicture(view.zoom);
  const ranks = new Map<number, FlatLine[]>();
  for (const road of roads) {
    const rank = roadRank(road.roadClass);
    if (rank > last) continue;
    const line = view.project(road.coords).map((value) => Math.round(value * scale) / scale);
    const lines = ranks.get(rank);
    if (lines) lines.push(line);
    else ranks.set(rank, [line]);
  }
  const drawings: RoadDrawing[] = [];
  let left = budget;
  for (const rank of [...ranks.keys()].sort((a, b) => a - b)) {
    const lines = tidy(ranks.get(rank)!, view, beyond);
    const whole = pathData(lines, scale);
    const data = whole.length <= left ? whole : pathData(longest(lines, scale, left), scale);
    if (data !== "") drawings.unshift({ rank, data });
    left -= whole.length;
    if (left < 0) break;
  }
  return drawings;
}

function longest(lines: readonly FlatLine[], scale: number, budget: number): FlatLine[] {
  const reach = (line: FlatLine) => Math.hypot(line.at(-2)! - line[0]!, line.at(-1)! - line[1]!);
  let left = budget;
  return [...lines]
    .sort((a, b) => reach(b) - reach(a))
    .filter((line) => (left -= pathData([line], scale).length + 6) >= 0);
}

function tidy(lines: FlatLine[], { width, height }: Viewport, beyond: number): FlatLine[] {
  const [x, y] = [8 + width * beyond, 8 + height * beyond];
  const frame: [number, number, number, number] = [-x, -y, width + x, height + y];
  return joinLines(lines.flatMap((line) => clipLine(line, frame))).map((line) => simplifyLine(line, 0.6));
}
