import { pause } from "~/kit/page/islands/pause";
import { WORLD } from "~/transit/geo/project";
import type { FlatLine } from "~/transit/geo/simplify";
import type { Sight } from "./drawn-layer.client";
import { decodeTile } from "./read-vector-tile";
import { LAST_TILE_ZOOM } from "./tile-box";
import { EXTENT } from "./tile-extent";

export interface RoadTile {
  z: number;
  x: number;
  y: number;
  paths: Map<number, Path2D>;
  named: { rank: number; name: string; lines: FlatLine[] }[];
}

export interface TilePlace {
  z: number;
  x: number;
  y: number;
}

/** Fetches tiles of roads from `url` as they are asked for and keeps the last; `onChange` hears of every one that came. */
export function roadTiles(url: string, onChange: () => void) {
  const kept = new Map<string, RoadTile | null>();
  let loading = 0;
  // To ask for one takes a slow computer so long that the page answers between two.
  let turn = Promise.resolve();

  async function load(place: TilePlace, key: string) {
    loading++;
    await (turn = turn.then(pause));
    const bytes = await fetchTile(url, place).catch(() => null);
    try {
      if (!bytes) setTimeout(() => kept.delete(key), RETRY);
      else if (kept.has(key)) kept.set(key, readTile(place, bytes));
    } finally {
      loading--;
      onChange();
    }
  }
  return {
    isLoading: () => loading > 0,
    at(place: TilePlace): RoadTile | null {
      const key = keyOf(place);
      const tile = kept.get(key);
      if (tile !== undefined) {
        kept.delete(key);
        kept.set(key, tile);
        return tile;
      }
      kept.set(key, null);
      if (kept.size > MOST) kept.delete(kept.keys().next().value!);
      void load(place, key);
      return null;
    },
    /** The closest tile above this one that is there. */
    above({ z, x, y }: TilePlace): RoadTile | null {
      for (let up = 1; up <= z; up++) {
        const tile = kept.get(keyOf({ z: z - up, x: x >> up, y: y >> up }));
        if (tile) return tile;
      }
      return null;
    },
  };
}

const MOST = 150;
/** Milliseconds before a tile that did not come is asked for again. */
const RETRY = 5_000;

const keyOf = ({ z, x, y }: TilePlace) => `${z}/${x}/${y}`;

async function fetchTile(url: string, { z, x, y }: TilePlace): Promise<Uint8Array> {
  const response = await fetch(url.replace("{z}", `${z}`).replace("{x}", `${x}`).replace("{y}", `${y}`));
  if (!response.ok) throw new Error(`tile: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

function readTile({ z, x, y }: TilePlace, bytes: Uint8Array): RoadTile {
  const paths: RoadTile["paths"] = new Map();
  const named: RoadTile["named"] = [];
  for (const { lines, properties } of decodeTile(bytes)) {
    const rank = Number(properties.rank);
    let path = paths.get(rank);
    if (!path) paths.set(rank, (path = new Path2D()));
    for (const line of lines) {
      path.moveTo(line[0]!, line[1]!);
      for (let i = 2; i < line.length; i += 2) path.lineTo(line[i]!, line[i + 1]!);
    }
    if (properties.name) named.push({ rank, name: String(properties.name), lines });
  }
  return { z, x, y, paths, named };
}

export function tilesIn({ left, top, resolution, width, height, zoom }: Sight): TilePlace[] {
  const z = Math.min(LAST_TILE_ZOOM, Math.max(0, Math.round(zoom) - 1));
  const side = WORLD / 2 ** z;
  const clamp = (value: number) => Math.min(2 ** z - 1, Math.max(0, Math.floor(value / side)));
  const [west, east] = [left, left + width * resolution].map((x) => clamp(x + WORLD / 2)) as [number, number];
  const [north, south] = [top, top - height * resolution].map((y) => clamp(WORLD / 2 - y)) as [number, number];
  const places: TilePlace[] = [];
  for (let y = north; y <= south; y++) for (let x = west; x <= east; x++) places.push({ z, x, y });
  return places;
}

/** Where a tile's units lie on the picture, in pixels. */
export function placeOnPicture({ z, x, y }: TilePlace, { left, top, resolution }: Sight) {
  const side = WORLD / 2 ** z;
  return {
    scale: side / EXTENT / resolution,
    x: (x * side - WORLD / 2 - left) / resolution,
    y: (top - WORLD / 2 + y * side) / resolution,
  };
}
