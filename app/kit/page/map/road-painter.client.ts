import type { Sight } from "./drawn-layer.client";
import { lastNamedRank, placeNames, ROAD_NAME_SIZE } from "./road-names";
import { HALO, ROAD_NAME, roadStrokes } from "./road-style";
import { placeOnPicture, type RoadTile, roadTiles, type TilePlace, tilesIn } from "./road-tiles.client";
import { FONT } from "./text-font";
import { EXTENT } from "./tile-extent";

export type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export interface RoadPainter {
  isLoading: () => boolean;
  roads: (pen: Pen, sight: Sight) => void;
  names: (pen: Pen, sight: Sight) => void;
}

/** Draws our own roads and their names from vector tiles at `url`; `onChange` hears when a picture is worth drawing anew. */
export function roadPainter(url: string, onChange: () => void): RoadPainter {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const tiles = roadTiles(url, () => {
    clearTimeout(waiting);
    if (tiles.isLoading()) waiting = setTimeout(onChange, SLOW);
    else onChange();
  });
  const shownAt = (place: TilePlace): ShownTile[] => {
    const tile = tiles.at(place);
    if (tile) return [{ tile }];
    const instead = tiles.above(place);
    return instead ? [{ tile: instead, only: place }] : [];
  };
  return {
    isLoading: tiles.isLoading,
    roads: (pen, sight) => drawRoads(pen, sight, tilesIn(sight).flatMap(shownAt)),
    names: (pen, sight) =>
      drawNames(
        pen,
        sight,
        tilesIn(sight).flatMap((place) => tiles.at(place) ?? []),
      ),
  };
}

const SLOW = 250;

/** A tile, or of one that stands in for a closer one that piece only. */
interface ShownTile {
  tile: RoadTile;
  only?: TilePlace;
}

function drawRoads(pen: Pen, sight: Sight, shown: readonly ShownTile[]) {
  pen.lineCap = pen.lineJoin = "round";
  for (const part of ["casing", "fill"] as const)
    for (let rank = 6; rank >= 0; rank--) {
      const stroke = roadStrokes(rank, sight.zoom)[part];
      if (!stroke) continue;
      pen.strokeStyle = stroke.color;
      for (const { tile, only } of shown) {
        const path = tile.paths.get(rank);
        if (!path) continue;
        pen.save();
        if (only) clipTo(pen, placeOnPicture(only, sight));
        const { scale, x, y } = placeOnPicture(tile, sight);
        pen.translate(x, y);
        pen.scale(scale, scale);
        pen.lineWidth = stroke.width / scale;
        pen.stroke(path);
        pen.restore();
      }
    }
}

function clipTo(pen: Pen, { scale, x, y }: ReturnType<typeof placeOnPicture>) {
  pen.beginPath();
  pen.rect(x, y, EXTENT * scale, EXTENT * scale);
  pen.clip();
}

function drawNames(pen: Pen, sight: Sight, tiles: readonly RoadTile[]) {
  const last = lastNamedRank(sight.zoom);
  const lines = new Map<string, number[][]>();
  for (const tile of tiles) {
    const { scale, x, y } = placeOnPicture(tile, sight);
    for (const { rank, name, lines: own } of tile.named) {
      if (rank > last) continue;
      const known = lines.get(name) ?? [];
      lines.set(name, known);
      for (const line of own) known.push(line.map((value, i) => Math.round(value * scale + (i % 2 ? y : x))));
    }
  }
  pen.font = `${ROAD_NAME_SIZE}px ${FONT}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  [pen.lineWidth, pen.strokeStyle, pen.fillStyle] = [3, HALO, ROAD_NAME];
  for (const { text, x, y, angle } of placeNames(lines, sight, [], [])) {
    pen.save();
    pen.translate(x, y);
    pen.rotate((angle * Math.PI) / 180);
    pen.strokeText(text, 0, 0);
    pen.fillText(text, 0, 0);
    pen.restore();
  }
}
