import { unByKey } from "ol/Observable.js";
import type { LngLat } from "~/transit/geo/lng-lat";
import { MapFrame } from "./map-frame";
import type { MapSettings } from "./map-settings";
import type { MapView } from "./map-view.client";
import { pinLayer } from "./drag-point.client";
import type { MapShape } from "~/transit/geo/shape";
import { shapeLayer } from "./shape-features.client";
import { boxOfShapes } from "~/transit/geo/shape-geometry";

export interface ShapesMapProps {
  title: string;
  mapSettings: MapSettings;
  shapes: MapShape[];
  marker: LngLat | null;
  height: number;
}

/** Areas on the live map; a click on one that has a page leads there. */
export default function ShapesMapIsland({ title, mapSettings, shapes, marker, height }: ShapesMapProps) {
  async function start(view: MapView) {
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
  return <MapFrame label={title} settings={mapSettings} height={height} start={start} />;
}
