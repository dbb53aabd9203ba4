import type Layer from "ol/layer/Layer.js";
import type { LngLat } from "~/transit/geo/lng-lat";
import { toMercator } from "~/transit/geo/project";
import type { MapShape, Shape } from "~/transit/geo/shape";
import { centreOf, containsPoint, outlineOf, shapeArea } from "~/transit/geo/shape-geometry";
import type { FlatLine } from "~/transit/geo/simplify";
import { drawText } from "./draw-text.client";
import { drawnLayer, inParts, pixelsOf } from "./drawn-layer.client";
import { overlap, type Rect, shortLabel, textWidth } from "./labels";
import { INK } from "./road-style";

export interface AreasLayer {
  layer: Layer;
  hrefAt: (place: LngLat) => string | undefined;
}

/** Areas that only stand there, the large ones below, each with its name where there is room. */
export function areasLayer(shapes: readonly MapShape[], theme: string): AreasLayer {
  const areas = [...shapes]
    .sort((a, b) => shapeArea(b.shape) - shapeArea(a.shape))
    .map((one) => ({ ...one, ring: ringOf(one.shape), middle: toMercator(centreOf(one.shape)) }));
  const layer = drawnLayer({
    beyond: 64,
    zIndex: 4.5,
    isEmpty: () => areas.length === 0,
    *drawParts(pen, sight) {
      yield* inParts(areas, 10, ({ ring, colour, frame }) =>
        drawArea(pen, pixelsOf(ring, sight), colour ?? theme, frame),
      );
      const taken: Rect[] = [];
      yield* inParts(areas, 10, ({ label: name, middle }) => {
        if (!name) return;
        const label = shortLabel(name);
        const [x, y] = pixelsOf(middle, sight) as [number, number];
        const half = textWidth(label, SIZE) / 2;
        const rect: Rect = [x - half, y - SIZE, x + half, y + SIZE / 2];
        if (taken.some((other) => overlap(rect, other))) return;
        taken.push(rect);
        drawText(pen, label, { x, y: y + 5, anchor: "middle" }, { size: SIZE, bold: true, colour: INK });
      });
    },
  });
  const leading = areas.filter(({ href, frame }) => href && !frame).reverse();
  return { layer, hrefAt: (place) => leading.find(({ shape }) => containsPoint(shape, place))?.href };
}

const SIZE = 13;

/** An area's closed edge in the map's own coordinates. */
export function ringOf(shape: Shape): FlatLine {
  const outline = outlineOf(shape);
  return toMercator([...outline, ...outline.slice(0, 1)].flat());
}

export function drawArea(pen: CanvasRenderingContext2D, ring: FlatLine, colour: string, frame = false) {
  if (ring.length < 4) return;
  pen.beginPath();
  for (let i = 0; i < ring.length; i += 2) pen.lineTo(ring[i]!, ring[i + 1]!);
  pen.closePath();
  if (!frame) {
    const alpha = pen.globalAlpha;
    pen.globalAlpha = 0.2 * alpha;
    pen.fillStyle = colour;
    pen.fill();
    pen.globalAlpha = alpha;
  }
  pen.lineJoin = "round";
  [pen.strokeStyle, pen.lineWidth] = ["rgba(255, 255, 255, 0.8)", 4.5];
  pen.stroke();
  [pen.strokeStyle, pen.lineWidth] = [colour, 2.5];
  if (frame) pen.setLineDash([7, 5]);
  pen.stroke();
  pen.setLineDash([]);
}
