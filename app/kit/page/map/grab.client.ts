import PointerInteraction from "ol/interaction/Pointer.js";
import { unByKey } from "ol/Observable.js";
import { getPointResolution } from "ol/proj.js";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { MapView } from "./map-view.client";

interface Grabbing<G> {
  /** What lies at a place, if anything; `metres` is the size of a pixel there. */
  at: (place: LngLat, metres: number) => G | null;
  holds: (grip: G) => boolean;
  onDrag: (grip: G, place: LngLat) => void;
  onDrop: (grip: G, place: LngLat) => void;
  /** A click, on something or beside everything. */
  onClick: (grip: G | null, place: LngLat) => void;
  /** While false the pointer moves the map. */
  active: () => boolean;
}

/** Takes hold of what lies under the pointer, drags it and lets it go; a click is told apart. */
export function grab<G>(view: MapView, { at, holds, onDrag, onDrop, onClick, active }: Grabbing<G>): () => void {
  const { map, target } = view;
  const metres = (coordinate: number[]) => getPointResolution("EPSG:3857", map.getView().getResolution()!, coordinate);
  const under = (coordinate: number[]) => (active() ? at(view.toLngLat(coordinate), metres(coordinate)) : null);
  let held: G | null = null;
  let dragged = false;
  const interaction = new PointerInteraction({
    handleDownEvent(event) {
      held = under(event.coordinate);
      dragged = false;
      return held !== null && holds(held);
    },
    handleDragEvent(event) {
      dragged = true;
      onDrag(held!, view.toLngLat(event.coordinate));
    },
    handleUpEvent(event) {
      if (dragged) onDrop(held!, view.toLngLat(event.coordinate));
      held = null;
      return false;
    },
    handleMoveEvent(event) {
      if (event.dragging) return;
      const grip = under(event.coordinate);
      target.style.cursor = grip === null ? "" : holds(grip) ? "grab" : "pointer";
    },
  });
  map.addInteraction(interaction);
  const click = map.on("click", (event) => {
    if (active()) onClick(under(event.coordinate), view.toLngLat(event.coordinate));
  });
  return () => {
    unByKey(click);
    map.removeInteraction(interaction);
    target.style.cursor = "";
  };
}
