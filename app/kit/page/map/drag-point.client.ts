import { unByKey } from "ol/Observable.js";
import type { LngLat } from "~/transit/geo/lng-lat";
import { grab } from "./grab.client";
import type { MapView } from "./map-view.client";
import { pinLayer } from "./pin-layer.client";

export interface DraggedPoint {
  /** Moves the pin, or takes it away. */
  show: (point: LngLat | null) => void;
  dispose: () => void;
}

/** A pin that is set by a click and moved by dragging; `onMove` hears where a person put it, `onDrag` where it is on its way. */
export function dragPoint(
  view: MapView,
  onMove: (point: LngLat) => void,
  onDrag: (point: LngLat) => void,
): DraggedPoint {
  const pin = pinLayer();
  view.map.addLayer(pin.layer);
  /** From the pin's point to where it was taken hold of, in the map's own coordinates. */
  let offset = [0, 0];
  const pinUnder = (place: LngLat): LngLat | null => {
    const at = pin.place();
    if (!at) return null;
    const [[x, y], [pinX, pinY]] = [view.toMap(place), view.toMap(at)] as [[number, number], [number, number]];
    const resolution = view.map.getView().getResolution()!;
    offset = [x - pinX, y - pinY];
    const [right, up] = [offset[0]! / resolution, offset[1]! / resolution];
    return Math.abs(right) <= HALF_WIDTH && up >= -NEAR && up <= HEIGHT ? at : null;
  };
  const moved = (place: LngLat): LngLat => {
    const [x, y] = view.toMap(place) as [number, number];
    return view.toLngLat([x - offset[0]!, y - offset[1]!]);
  };
  const stopGrabbing = grab<LngLat>(view, {
    at: pinUnder,
    holds: () => true,
    onDrag(_, place) {
      pin.show(moved(place));
      onDrag(moved(place));
    },
    onDrop(_, place) {
      pin.show(moved(place));
      onMove(moved(place));
    },
    onClick: () => {},
    active: () => true,
  });
  const click = view.map.on("singleclick", ({ coordinate }) => {
    pin.show(view.toLngLat(coordinate));
    onMove(view.toLngLat(coordinate));
  });
  return {
    show: pin.show,
    dispose() {
      stopGrabbing();
      unByKey(click);
      view.map.removeLayer(pin.layer);
    },
  };
}

/** Pixels around the pin's point by which it can be taken hold of. */
const [HALF_WIDTH, NEAR, HEIGHT] = [18, 6, 40];
