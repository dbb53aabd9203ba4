import type { PlainHost } from "~/kit/page/islands/mount-plain";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { MapShape } from "~/transit/geo/shape";
import { mapFrame } from "./map-frame.client";
import type { MapSettings } from "./map-settings";

export interface ShapesMapProps {
  title: string;
  mapSettings: MapSettings;
  shapes: MapShape[];
  marker: LngLat | null;
  height: number;
}

export default function shapesMap(host: PlainHost, { title, mapSettings, shapes, marker, height }: ShapesMapProps) {
  return mapFrame(host, {
    label: title,
    settings: mapSettings,
    height,
    code: import("./shapes-map.client"),
    start: (view, { showShapes }) => showShapes(view, shapes, marker),
  }).dispose;
}
