import type { Box } from "~/transit/geo/lng-lat";
import { WORLD, toDegrees } from "~/transit/geo/project";
import { lastRankAt, roadClassesAt } from "./road-classes";

/** The closest zoom tiles are made for; maps enlarge these beyond it. */
export const LAST_TILE_ZOOM = 15;

/** Whether z, x, y (in the web's usual count, y from the north) name a tile that exists. */
export function isTile(z: number, x: number, y: number): boolean {
  const inside = (value: number) => Number.isInteger(value) && value >= 0 && value < 2 ** z;
  return Number.isInteger(z) && z >= 0 && z <= LAST_TILE_ZOOM && inside(x) && inside(y);
}

/** The degrees a tile needs roads from: its own square and a little around it. */
export function tileBox(z: number, x: number, y: number): Box {
  const side = WORLD / 2 ** z;
  const [minLng, maxLat] = toDegrees((x - MARGIN) * side - WORLD / 2, WORLD / 2 - (y - MARGIN) * side);
  const [maxLng, minLat] = toDegrees((x + 1 + MARGIN) * side - WORLD / 2, WORLD / 2 - (y + 1 + MARGIN) * side);
  return { minLng, minLat, maxLng, maxLat };
}

/** The `highway` values a tile draws, for the query; null means all of them. */
export function tileRoadClasses(z: number): string[] | null {
  return roadClassesAt(mapZoom(z));
}

/** The least important rank a tile draws. */
export function lastRankOfTile(z: number): number {
  return lastRankAt(mapZoom(z));
}

/** How far beyond its square a tile draws, as a share of its side, so that wide roads meet without a seam. */
export const MARGIN = 1 / 64;

/** Tiles are shown 512 pixels wide, so that a tile of zoom 13 stands on a map of zoom 14. */
function mapZoom(z: number): number {
  return z + 1;
}
