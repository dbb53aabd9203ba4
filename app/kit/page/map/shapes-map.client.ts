import { unByKey } from "ol/Observable.js";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { MapShape } from "~/transit/geo/shape";
import { boxOfShapes } from "~/transit/geo/shape-geometry";
import { areasLayer } from "./areas-layer.client";
import type { MapView } from "./map-view.client";
import { pinLayer } from "./pin-layer.client";
import { LINE } from "./road-style";
import { colourAt } from "./theme-colour.client";

export function showShapes(view: MapView, shapes: readonly MapShape[], marker: LngLat | null): () => void {
  const box = boxOfShapes(shapes, marker);
  if (box) view.home = () => view.fit(box);
  view.home();
  const areas = areasLayer(shapes, colourAt(view.target, LINE));
  view.map.addLayer(areas.layer);
  if (marker) view.map.addLayer(pinLayer(marker).layer);
  const hrefAt = (coordinate: number[]) => areas.hrefAt(view.toLngLat(coordinate));
  const keys = [
    view.map.on("pointermove", ({ coordinate, dragging }) => {
      if (!dragging) view.target.style.cursor = hrefAt(coordinate) ? "pointer" : "";
    }),
    view.map.on("singleclick", ({ coordinate }) => {
      const href = hrefAt(coordinate);
      if (href) location.assign(href);
    }),
  ];
  return () => unByKey(keys);
}
