import type { LngLat } from "~/transit/geo/lng-lat";
import { toMercator } from "~/transit/geo/project";
import { drawnLayer, pixelsOf } from "./drawn-layer.client";
import { HALO, HIGHLIGHT } from "./road-style";

export function pinLayer(first: LngLat | null = null) {
  let place = first;
  const layer = drawnLayer({
    beyond: 64,
    zIndex: 10,
    isEmpty: () => place === null,
    draw(pen, sight) {
      if (!place) return;
      const [x, y] = pixelsOf(toMercator(place), sight) as [number, number];
      pen.translate(x, y);
      const drop = new Path2D("M0 0C-4-10-12-13-12-21a12 12 0 0 1 24 0C12-13 4-10 0 0z");
      [pen.fillStyle, pen.strokeStyle, pen.lineWidth] = [HIGHLIGHT, HALO, 1.5];
      pen.fill(drop);
      pen.stroke(drop);
      pen.fillStyle = HALO;
      pen.fill(new Path2D("M-4.5-21a4.5 4.5 0 0 1 9 0a4.5 4.5 0 0 1-9 0z"));
    },
  });
  return {
    layer,
    place: () => place,
    show(at: LngLat | null) {
      place = at;
      layer.changed();
    },
  };
}
