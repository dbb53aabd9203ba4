import type { MapRoad } from "./line-drawing";
import { WORLD, toMercator } from "~/transit/geo/project";
import { roadRank } from "./road-classes";
import { clipLine, joinLines, simplifyLine } from "~/transit/geo/simplify";
import type { FlatLine } from "~/transit/geo/simplify";
import { MARGIN, lastRankOfTile } from "./tile-box";
import { EXTENT } from "./tile-extent";
import { encodeTile } from "./vector-tile";
import type { TileFeature } from "./vector-tile";

/** A road of a tile; with both directions given and only one open, close tiles tell which. */
export interface TileRoad extends MapRoad {
  forward?: boolean;
  backward?: boolean;
}

/** A tile holds no more points than this; the least important roads are left out first. */
export const MAX_POINTS = 60_000;

/** Layer `roads`: `rank` (0 motorway to 6 lane), `name`, and from zoom 15 on `oneway: 1` for lines driven as drawn. */
export function roadTile(roads: Iterable<TileRoad>, z: number, x: number, y: number): Uint8Array {
  const last = lastRankOfTile(z);
  const groups = new Map<string, { rank: number; name: string; oneway: boolean; lines: FlatLine[] }>();
  const place = tilePlace(z, x, y);
  for (const road of roads) {
    const rank = roadRank(road.roadClass);
    if (rank > last) continue;
    const name = z >= 11 ? (road.roadName ?? "") : "";
    const oneway = z >= ONEWAY_ZOOM && !!road.forward !== !!road.backward;
    const key = `${rank}|${oneway}|${name}`;
    const group = groups.get(key) ?? { rank, name, oneway, lines: [] };
    if (group.lines.length === 0) groups.set(key, group);
    group.lines.push(place(oneway && !road.forward ? reversed(road.coords) : road.coords));
  }
  const features: TileFeature[] = [];
  let points = 0;
  for (const { rank, name, oneway, lines } of [...groups.values()].sort((a, b) => a.rank - b.rank)) {
    const drawn = tidy(lines, oneway);
    points += drawn.reduce((sum, line) => sum + line.length / 2, 0);
    if (points > MAX_POINTS) break;
    if (drawn.length === 0) continue;
    features.push({ lines: drawn, properties: { rank, ...(name && { name }), ...(oneway && { oneway: 1 }) } });
  }
  return encodeTile("roads", features);
}

const ONEWAY_ZOOM = 15;
const EDGE = EXTENT * MARGIN;
const FRAME: [number, number, number, number] = [-EDGE, -EDGE, EXTENT + EDGE, EXTENT + EDGE];

function tilePlace(z: number, x: number, y: number) {
  const unit = WORLD / 2 ** z / EXTENT;
  const [left, top] = [x * EXTENT * unit - WORLD / 2, WORLD / 2 - y * EXTENT * unit];
  return (degrees: ArrayLike<number>): FlatLine => {
    const flat = toMercator(degrees);
    for (let i = 0; i + 1 < flat.length; i += 2) {
      flat[i] = Math.round((flat[i]! - left) / unit);
      flat[i + 1] = Math.round((top - flat[i + 1]!) / unit);
    }
    return flat;
  };
}

/** Joined to long lines that names fit along, clipped, simplified to half a screen pixel, specks left out. */
function tidy(lines: FlatLine[], oneway: boolean): FlatLine[] {
  return joinLines(lines, !oneway)
    .flatMap((line) => clipLine(line, FRAME))
    .map((line) => simplifyLine(line.map(Math.round), 4))
    .filter((line) => line.length > 4 || Math.hypot(line[2]! - line[0]!, line[3]! - line[1]!) > 8);
}

function reversed(coords: ArrayLike<number>): number[] {
  const back: number[] = [];
  for (let i = coords.length - 2; i >= 0; i -= 2) back.push(coords[i]!, coords[i + 1]!);
  return back;
}
