import type { LngLat } from "~/transit/geo/lng-lat";
import { toMercator } from "~/transit/geo/project";
import { drawnLayer, pixelsOf } from "./drawn-layer.client";
import type { MapView } from "./map-view.client";
import { drawMark } from "./moving-marks.client";
import { HIGHLIGHT } from "./road-style";

/** One bus that this page itself drives over the map. @public */
export function busMark(view: MapView) {
  let at: { place: LngLat; azimuth: number } | undefined;
  const layer = drawnLayer({
    beyond: 64,
    zIndex: 30,
    isEmpty: () => !at,
    draw(pen, sight) {
      if (!at) return;
      const [x, y] = pixelsOf(toMercator(at.place), sight) as [number, number];
      drawMark(pen, [x, y], at.azimuth, HIGHLIGHT);
    },
  });
  view.map.addLayer(layer);
  return {
    show(place: LngLat, azimuth: number) {
      at = { place, azimuth };
      layer.changed();
    },
    dispose: () => view.map.removeLayer(layer),
  };
}
