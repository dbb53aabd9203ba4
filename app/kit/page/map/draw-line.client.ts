import { unByKey } from "ol/Observable.js";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { MapView } from "./map-view.client";

export interface LineDrawingInHand {
  add: (place: LngLat) => void;
  undo: () => void;
  finish: () => void;
  dispose: () => void;
}

/** Milliseconds and pixels within which a second click at a place ends the line. */
const twice = { pause: 500, apart: 5 };

/** Collects clicked places into a line, however quickly; a second click at the last place ends it. `onChange` hears of the points so far and of where the pointer is. */
export function drawLine(
  view: MapView,
  onChange: (points: LngLat[], pointer: LngLat | null) => void,
  onEnd: (points: LngLat[]) => void,
): LineDrawingInHand {
  const points: LngLat[] = [];
  const { map, target } = view;
  let last: { at: number; pixel: number[] } | undefined;
  target.style.cursor = "crosshair";
  const add = (place: LngLat) => {
    points.push(place);
    onChange([...points], null);
  };
  const finish = () => onEnd([...points]);
  const keys = [
    map.on("click", ({ coordinate, pixel, originalEvent }) => {
      const at = originalEvent.timeStamp;
      const again = last !== undefined && at - last.at <= twice.pause && apart(pixel, last.pixel) <= twice.apart;
      last = { at, pixel };
      if (again && points.length > 0) finish();
      else add(view.toLngLat(coordinate));
      return false;
    }),
    // To the map any two quick clicks are a double click, which zooms.
    map.on("dblclick", () => false),
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

const apart = ([ax, ay]: number[], [bx, by]: number[]) => Math.hypot(ax! - bx!, ay! - by!);
