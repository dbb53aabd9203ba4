import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { isTile, tileBox, tileRoadClasses } from "~/kit/page/map/tile-box";
import { roadTile } from "~/kit/page/map/road-tile";
import { degreesOf, forBuses } from "./edge-row.server";
import { boxOf, roadNetwork } from "./rectangle.server";

export interface Tile {
  bytes: Uint8Array;
  /** Tiles of one stamp never change. */
  stamp: string;
}

/** A vector tile of the stored roads; undefined where no such tile exists. */
export async function readTile(_viewer: Viewer, z: number, x: number, y: number): Promise<Tile | undefined> {
  if (!isTile(z, x, y)) return undefined;
  const { stamp } = await roadNetwork();
  if (drawn.stamp !== stamp) drawn = { stamp, tiles: new Map() };
  const { tiles } = drawn;
  const name = `${z}/${x}/${y}`;
  const bytes = tiles.get(name) ?? (await drawTile(z, x, y));
  // Oldest out first; what is used again counts as new.
  tiles.delete(name);
  tiles.set(name, bytes);
  if (tiles.size > 500) tiles.delete(tiles.keys().next().value!);
  return { bytes, stamp };
}

let drawn = { stamp: "", tiles: new Map<string, Uint8Array>() };

async function drawTile(z: number, x: number, y: number): Promise<Uint8Array> {
  const classes = tileRoadClasses(z);
  const found = await sql<{ shape: Buffer; roadClass: string; roadName: string; forward: boolean; backward: boolean }>`
    select shape, road_class, road_name, forward, backward from road_edge
    where bounds && ${boxOf(tileBox(z, x, y))} and ${forBuses} ${classes ? sql`and road_class = any(${classes})` : sql``}`.execute(
    db(),
  );
  return roadTile(
    found.rows.map(({ shape, ...road }) => ({ ...road, coords: degreesOf(shape) })),
    z,
    x,
    y,
  );
}
