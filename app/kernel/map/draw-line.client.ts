import { unByKey } from "ol/Observable.js";
import type { LngLat } from "./lng-lat";
import type { MapView } from "./map-view.client";

export interface LineDrawingInHand {
  add: (place: LngLat) => void;
  undo: () => void;
  finish: () => void;
  dispose: () => void;
}

/** Collects clicked places into a line; a double click ends it. `onChange` hears of the points so far and of where the pointer is. */
export function drawLine(view: MapView, onChange: (points: LngLat[], pointer: LngLat | null) => void, onEnd: (points: LngLat[]) => void): LineDrawingInHand {
  const points: LngLat[] = [];
  const { map, target } = view;
  target.style.cursor = "crosshair";
  const add = (place: LngLat) => {
    points.push(place);
    onChange([...points], null);
  };
  const finish = () => onEnd([...points]);
  const keys = [
    map.on("click", ({ coordinate }) => {
      add(view.toLngLat(coordinate));
      return false;
    }),
    map.on("dblclick", () => {
      // The two clicks of a double click have each set a point at the same place.
      points.pop();
      finish();
      return false;
    }),
    map.on("pointermove", ({ coordinate, dragging }) => {
      if (!dragging) onChange([...points], view.toLngLat(coordinate));
    }),
  ];
  return {
    add,
    undo() {
      points.pop();
      onChange([...points], null);
    },
    finish,
    dispose() {
      keys.forEach((key) => unByKey(key));
      target.style.cursor = "";
    },
  };
}
