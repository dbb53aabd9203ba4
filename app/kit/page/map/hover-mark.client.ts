import { toMercator } from "~/transit/geo/project";
import { drawText } from "./draw-text.client";
import { drawnLayer, pixelsOf } from "./drawn-layer.client";
import { textWidth } from "./labels";
import type { MapStation } from "./line-drawing";
import type { MapView } from "./map-view.client";
import { HALO, HIGHLIGHT, INK } from "./road-style";
import { CIRCLE, NAME_SIZE } from "./station-drawing";

/** Marks the one station pointed at above all others, which stay as they are. */
export function hoverMark(view: MapView) {
  let marked: MapStation | null = null;
  const layer = drawnLayer({
    beyond: 0,
    zIndex: 20,
    draw(pen, sight) {
      if (!marked) return;
      const [x, y] = pixelsOf(toMercator([marked.lng, marked.lat]), sight) as [number, number];
      drawMark(pen, x, y, marked);
    },
  });
  return {
    show(station: MapStation | null) {
      if (station === marked) return;
      if (!marked) view.map.addLayer(layer);
      else if (!station) view.map.removeLayer(layer);
      marked = station;
      layer.changed();
    },
    dispose: () => view.map.removeLayer(layer),
  };
}

function drawMark(pen: CanvasRenderingContext2D, x: number, y: number, { serial, staName }: MapStation) {
  pen.beginPath();
  pen.arc(x, y, CIRCLE + 2, 0, 7);
  pen.fillStyle = HIGHLIGHT;
  pen.fill();
  pen.lineWidth = 2;
  pen.strokeStyle = HALO;
  pen.stroke();
  drawText(
    pen,
    String(serial),
    { x, y: y + 1, anchor: "middle" },
    { size: 11, bold: true, colour: HALO, centred: true },
  );
  const left = x + CIRCLE + 10;
  pen.beginPath();
  pen.rect(left - 6, y - NAME_SIZE / 2 - 4, textWidth(staName, NAME_SIZE) + 12, NAME_SIZE + 7);
  pen.fillStyle = HALO;
  pen.fill();
  pen.lineWidth = 1.5;
  pen.strokeStyle = HIGHLIGHT;
  pen.stroke();
  drawText(pen, staName, { x: left, y, anchor: "start" }, { size: NAME_SIZE, bold: true, colour: INK, centred: true });
}
