import type Layer from "ol/layer/Layer.js";
import type { LngLat } from "~/transit/geo/lng-lat";
import { toMercator, type Viewport } from "~/transit/geo/project";
import { clipLine } from "~/transit/geo/simplify";
import { sampled } from "./arrows";
import { drawnLayer, inParts, pixelsOf, type Sight } from "./drawn-layer.client";
import { textWidth } from "./labels";
import type { MapStation } from "./line-drawing";
import { HALO, HIGHLIGHT, INK } from "./road-style";
import { CIRCLE, DOT, drawStations, NAME_SIZE, SPACING_SIZE } from "./station-drawing";
import type { DrawnStation } from "./station-drawing";
import { drawText } from "./draw-text.client";

export interface StationLayer {
  layer: Layer;
  /** Puts others in their place. */
  show: (stations: readonly MapStation[], path: readonly LngLat[]) => void;
  /** Emphasises these serials and no others. */
  highlight: (serials: ReadonlySet<number>) => void;
  at: (coordinate: readonly number[]) => number | null;
}

export interface StationLayerOptions {
  colour: string;
  spacing: boolean;
  path: readonly LngLat[];
  zIndex?: number;
}

/** Numbered circles, names and spacings, arranged as on the server-drawn map. */
export function stationLayer(
  stations: readonly MapStation[],
  { colour, spacing, path, zIndex }: StationLayerOptions,
): StationLayer {
  let shown = { stations, way: toMercator(path.flat()) };
  let highlights: ReadonlySet<number> = new Set();
  let last: { sight: Sight; stations: DrawnStation[] } | undefined;
  const layer = drawnLayer({
    beyond: BEYOND,
    zIndex,
    *drawParts(pen, sight) {
      const { stations, way } = shown;
      const view = viewportOf(sight);
      const line = clipLine(pixelsOf(way, sight), [0, 0, sight.width, sight.height]).flatMap((part) =>
        sampled(part, 8),
      );
      yield;
      const drawn = drawStations(stations, view, { highlights, labels: true, spacing, line, reserved: [] });
      const ends = new Set([drawn.stations[0], drawn.stations.at(-1)]);
      const isFilled = (one: DrawnStation) => ends.has(one) || highlights.has(one.station.serial);
      const order = (one: DrawnStation) => (one.full ? (isFilled(one) ? 2 : 1) : 0);
      const marks = [...drawn.stations].sort((a, b) => order(a) - order(b));
      yield* inParts(marks, 10, (one) =>
        drawCircle(pen, one, highlights.has(one.station.serial) ? HIGHLIGHT : colour, isFilled(one)),
      );
      yield* inParts(drawn.stations, 10, ({ station, label, emphasis }) => {
        if (label) drawText(pen, station.staName, label, { size: NAME_SIZE, bold: emphasis, colour: INK });
      });
      yield* inParts(drawn.spacings, 10, (label) =>
        drawText(pen, label.text, label, { size: SPACING_SIZE, colour: "#52606d" }),
      );
      last = { sight, stations: drawn.stations };
    },
  });
  return {
    layer,
    show(stations, path) {
      shown = { stations, way: toMercator(path.flat()) };
      layer.changed();
    },
    highlight(serials) {
      highlights = serials;
      layer.changed();
    },
    at(coordinate) {
      if (!last) return null;
      const [x, y] = pixelsOf(coordinate, last.sight) as [number, number];
      return last.stations.findLast((one) => isAt(one, x, y))?.station.serial ?? null;
    },
  };
}

/** Names are placed this many pixels beyond the map's edges too, so that they stand still while it is dragged. */
const BEYOND = 100;

/** Pixels beside a station that still count as on it. */
const NEAR = 5;

function viewportOf(sight: Sight): Viewport {
  return {
    ...sight,
    metresPerPixel: sight.resolution,
    box: { minLng: -180, minLat: -90, maxLng: 180, maxLat: 90 },
    project: (degrees) => pixelsOf(toMercator(degrees), sight),
  };
}

function isAt({ x, y, full, label, station }: DrawnStation, atX: number, atY: number): boolean {
  if (Math.hypot(x - atX, y - atY) <= (full ? CIRCLE : DOT) + NEAR) return true;
  if (!label) return false;
  const width = textWidth(station.staName, NAME_SIZE);
  const left = label.x - { start: 0, middle: width / 2, end: width }[label.anchor];
  return atX >= left && atX <= left + width && atY <= label.y + 2 && atY >= label.y - NAME_SIZE;
}

function drawCircle(pen: CanvasRenderingContext2D, one: DrawnStation, colour: string, filled: boolean) {
  pen.beginPath();
  pen.arc(one.x, one.y, one.full ? CIRCLE : DOT, 0, 7);
  pen.fillStyle = filled && one.full ? colour : HALO;
  pen.fill();
  pen.lineWidth = 2;
  pen.strokeStyle = filled && one.full ? HALO : colour;
  pen.stroke();
  if (one.full)
    drawText(
      pen,
      String(one.station.serial),
      { x: one.x, y: one.y + 1, anchor: "middle" },
      {
        size: 10.5,
        bold: true,
        colour: filled ? HALO : INK,
        centred: true,
      },
    );
}
