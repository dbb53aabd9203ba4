import { overlap, pointsInside, textWidth } from "./labels";
import type { Rect } from "./labels";
import type { MapRoad } from "./line-drawing";
import type { Viewport } from "~/transit/geo/project";
import { roadRank } from "./road-classes";
import { clipLine, joinLines, simplifyLine } from "~/transit/geo/simplify";
import type { FlatLine } from "~/transit/geo/simplify";

/** A road's name turned along the road, by its middle, in pixels and degrees. */
export interface RoadName {
  text: string;
  x: number;
  y: number;
  angle: number;
}

export const ROAD_NAME_SIZE = 12;

type Size = Pick<Viewport, "width" | "height">;

/** Names of the more important roads, once each on their longest straight stretch, where nothing else stands. */
export function placeRoadNames(
  roads: readonly MapRoad[],
  view: Viewport,
  taken: Rect[],
  soft: readonly number[],
): RoadName[] {
  return placeNames(linesByName(roads, view), view, taken, soft);
}

/** The same for lines in pixels by the name of their road. */
export function placeNames(
  byName: ReadonlyMap<string, FlatLine[]>,
  view: Size,
  taken: Rect[],
  soft: readonly number[],
): RoadName[] {
  const stretches = [...byName].flatMap(([text, lines]) => {
    const stretch = longestStretch(lines, view);
    return stretch && stretch.length > textWidth(text, ROAD_NAME_SIZE) + 12 ? [{ ...stretch, text }] : [];
  });
  const names: RoadName[] = [];
  for (const { text, x, y, angle } of stretches.sort((a, b) => b.length - a.length)) {
    const rects = squaresAlong(text, x, y, angle);
    const free = rects.every(
      (rect) => inside(rect, view) && !taken.some((other) => overlap(rect, other)) && pointsInside(rect, soft) === 0,
    );
    if (!free) continue;
    taken.push(...rects);
    names.push({ text, x: Math.round(x), y: Math.round(y), angle: Math.round(angle) });
    if (names.length === 16) break;
  }
  return names;
}

/** The least important rank whose names are written at this zoom. */
export const lastNamedRank = (zoom: number) => (zoom >= 15.5 ? 5 : zoom >= 13.5 ? 4 : 3);

function linesByName(roads: readonly MapRoad[], view: Viewport): Map<string, FlatLine[]> {
  const last = lastNamedRank(view.zoom);
  const byName = new Map<string, FlatLine[]>();
  for (const { roadName, roadClass, coords } of roads) {
    if (!roadName || roadRank(roadClass) > last) continue;
    const line = view.project(coords).map(Math.round);
    const lines = byName.get(roadName);
    if (lines) lines.push(line);
    else byName.set(roadName, [line]);
  }
  return byName;
}

function longestStretch(lines: FlatLine[], view: Size): { x: number; y: number; angle: number; length: number } | null {
  let best: { x: number; y: number; angle: number; length: number } | null = null;
  for (const joined of joinLines(lines.flatMap((line) => clipLine(line, [0, 0, view.width, view.height])))) {
    const line = simplifyLine(joined, 2.5);
    for (let i = 0; i + 3 < line.length; i += 2) {
      const [x, y, toX, toY] = [line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!];
      const length = Math.hypot(toX - x, toY - y);
      if (best && best.length >= length) continue;
      const [dx, dy] = toX < x || (toX === x && toY < y) ? [x - toX, y - toY] : [toX - x, toY - y];
      best = { x: (x + toX) / 2, y: (y + toY) / 2, angle: (Math.atan2(dy, dx) * 180) / Math.PI, length };
    }
  }
  return best;
}

function squaresAlong(text: string, x: number, y: number, angle: number): Rect[] {
  const width = textWidth(text, ROAD_NAME_SIZE);
  const [ux, uy] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const half = ROAD_NAME_SIZE * 0.65;
  const count = Math.ceil(width / ROAD_NAME_SIZE);
  return Array.from({ length: count }, (_, i): Rect => {
    const along = ((i + 0.5) / count - 0.5) * width;
    const [cx, cy] = [x + ux * along, y + uy * along];
    return [cx - half, cy - half, cx + half, cy + half];
  });
}

function inside([left, top, right, bottom]: Rect, { width, height }: Size): boolean {
  return left > 0 && top > 0 && right < width && bottom < height;
}
