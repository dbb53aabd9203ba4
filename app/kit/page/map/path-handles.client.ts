import type { LngLat } from "~/transit/geo/lng-lat";
import { toMercator } from "~/transit/geo/project";
import { drawText } from "./draw-text.client";
import { drawnLayer, pixelsOf } from "./drawn-layer.client";
import type { MapView } from "./map-view.client";
import { HALO, HIGHLIGHT, INK } from "./road-style";

/** A point of a path to take hold of: one that it must pass, one of a stretch drawn by hand, a ring around something chosen; or a place asked about and what was found there, numbered. */
export interface PathHandle {
  at: LngLat;
  kind: "via" | "point" | "ring" | "place" | "offer";
  chosen: boolean;
  number?: number;
}

export function pathHandles(view: MapView, zIndex = 6) {
  let shown: readonly PathHandle[] = [];
  const layer = drawnLayer({
    beyond: 64,
    zIndex,
    isEmpty: () => shown.length === 0,
    draw(pen, sight) {
      for (const handle of shown) {
        const [x, y] = pixelsOf(toMercator(handle.at), sight) as [number, number];
        drawHandle(pen, x, y, handle);
      }
    },
  });
  view.map.addLayer(layer);
  return {
    show(handles: readonly PathHandle[]) {
      if (shown.length === 0 && handles.length === 0) return;
      shown = handles;
      layer.changed();
    },
    dispose: () => view.map.removeLayer(layer),
  };
}

function drawHandle(pen: CanvasRenderingContext2D, x: number, y: number, { kind, chosen, number }: PathHandle) {
  const round = (radius: number, fill: string | null, edge: string, width = 2) => {
    pen.beginPath();
    pen.arc(x, y, radius, 0, 7);
    paint(fill, edge, width);
  };
  const paint = (fill: string | null, edge: string, width: number) => {
    if (fill) {
      pen.fillStyle = fill;
      pen.fill();
    }
    pen.lineWidth = width;
    pen.strokeStyle = edge;
    pen.stroke();
  };
  if (kind === "via") {
    pen.beginPath();
    for (const [dx, dy] of DIAMOND) pen.lineTo(x + dx, y + dy);
    pen.closePath();
    paint(chosen ? HIGHLIGHT : INK, HALO, 2);
  } else if (kind === "point") round(chosen ? 6.5 : 4.5, chosen ? HIGHLIGHT : HALO, chosen ? HALO : INK);
  else if (kind === "ring") round(15, null, HIGHLIGHT, 3);
  else if (kind === "place") {
    pen.beginPath();
    for (const [dx, dy] of DIAMOND) {
      pen.moveTo(x, y);
      pen.lineTo(x + dx, y + dy);
    }
    paint(null, INK, 2.5);
  } else if (number === undefined) round(8, HALO, HIGHLIGHT);
  else {
    round(10, HIGHLIGHT, HALO);
    const place = { x, y: y + 1, anchor: "middle" as const };
    drawText(pen, String(number), place, { size: 11, bold: true, colour: HALO, centred: true });
  }
}

const DIAMOND = [
  [0, -9],
  [9, 0],
  [0, 9],
  [-9, 0],
] as const;
