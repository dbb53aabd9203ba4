import { unByKey } from "ol/Observable.js";
import type { MapView } from "./map-view.client";

/** Tells which station the pointer is at (null: none) and which one is clicked. */
export function pointAtStations(
  { map, target }: MapView,
  stationAt: (coordinate: number[]) => number | null,
  onHover: (serial: number | null) => void,
  onClick: (serial: number) => void,
): () => void {
  let last: number | null = null;
  const hover = (serial: number | null) => {
    if (serial === last) return;
    last = serial;
    target.style.cursor = serial === null ? "" : "pointer";
    onHover(serial);
  };
  const keys = [
    map.on("pointermove", (event) => !event.dragging && hover(stationAt(event.coordinate))),
    map.on("click", (event) => {
      const serial = stationAt(event.coordinate);
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
