import { unByKey } from "ol/Observable.js";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { MapShape } from "~/transit/geo/shape";
import { boxOfShapes } from "~/transit/geo/shape-geometry";
import { pinLayer } from "./drag-point.client";
import type { MapView } from "./map-view.client";
import { shapeLayer } from "./shape-features.client";

/** Draws areas, and a place among them, into the map; a click on an area that has a page leads there. */
export function showShapes(view: MapView, shapes: readonly MapShape[], marker: LngLat | null): () => void {
  const layer = shapeLayer(view, shapes);
  view.map.addLayer(layer);
  if (marker) view.map.addLayer(pinLayer(view, marker));
  const hrefAt = (pixel: number[]) =>
    view.map.forEachFeatureAtPixel(pixel, (feature) => feature.get("href") as string | undefined, {
      layerFilter: (one) => one === layer,
    });
  const keys = [
    view.map.on("pointermove", ({ pixel, dragging }) => {
      if (!dragging) view.target.style.cursor = hrefAt(pixel) ? "pointer" : "";
    }),
    view.map.on("singleclick", ({ pixel }) => {
      const href = hrefAt(pixel);
      if (href) location.assign(href);
    }),
  ];
  const box = boxOfShapes(shapes, marker);
  if (box) view.home = () => view.fit(box);
  view.home();
  return () => unByKey(keys);
}
