import { unByKey } from "ol/Observable.js";
import type VectorLayer from "ol/layer/Vector.js";
import type { MapView } from "./map-view.client";

/** Tells which station the pointer is at (null: none) and which one is clicked. */
export function pointAtStations(
  { map, target }: MapView,
  layer: VectorLayer,
  onHover: (serial: number | null) => void,
  onClick: (serial: number) => void,
): () => void {
  let last: number | null = null;
  const serialAt = (pixel: number[]) => {
    const hit = map.forEachFeatureAtPixel(pixel, (feature) => feature.get("serial") as number | undefined, {
      layerFilter: (one) => one === layer,
      hitTolerance: 4,
    });
    return hit ?? null;
  };
  const hover = (serial: number | null) => {
    if (serial === last) return;
    last = serial;
    target.style.cursor = serial === null ? "" : "pointer";
    onHover(serial);
  };
  const keys = [
    map.on("pointermove", (event) => !event.dragging && hover(serialAt(event.pixel))),
    map.on("click", (event) => {
      const serial = serialAt(event.pixel);
      if (serial !== null) onClick(serial);
    }),
  ];
  const leave = () => hover(null);
  target.addEventListener("pointerleave", leave);
  return () => {
    keys.forEach((key) => unByKey(key));
    target.removeEventListener("pointerleave", leave);
  };
}
