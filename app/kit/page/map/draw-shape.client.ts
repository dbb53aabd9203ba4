import type MapBrowserEvent from "ol/MapBrowserEvent.js";
import Draw, { createBox } from "ol/interaction/Draw.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import type Circle from "ol/geom/Circle.js";
import type LineString from "ol/geom/LineString.js";
import type Polygon from "ol/geom/Polygon.js";
import { distanceBetween } from "~/transit/geo/lng-lat";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { MapView } from "./map-view.client";
import { cornersOf } from "~/transit/geo/shape";
import type { Shape, ShapeKind } from "~/transit/geo/shape";

/** A new shape drawn by clicks; `width` is a new corridor's. */
export interface ShapeDrawing {
  /** Takes the last corner back; false when there was none. */
  undo: () => boolean;
  stop: () => void;
}

/** Lets a person draw one shape with the mouse; a double click or a click on the first corner ends it. */
export function startDrawing(
  view: MapView,
  kind: ShapeKind,
  colour: string,
  width: number,
  onDrawn: (shape: Shape) => void,
): ShapeDrawing {
  const type = kind === "polygon" ? "Polygon" : kind === "corridor" ? "LineString" : "Circle";
  let corners = 0;
  const draw = new Draw({
    type,
    style: areaStyles(colour),
    geometryFunction: kind === "rectangle" ? createBox() : undefined,
    // The same click must not also pick a corner or zoom in.
    stopClick: true,
    condition: (event: MapBrowserEvent) => {
      const primary = (event.originalEvent as PointerEvent).button === 0;
      if (primary) corners += 1;
      return primary;
    },
  });
  const toShape = (coordinates: number[][]): LngLat[] => coordinates.map(view.toLngLat);
  draw.on("drawend", ({ feature }) => {
    const geometry = feature.getGeometry()!;
    if (kind === "circle") {
      const circle = geometry as Circle;
      const centre = view.toLngLat(circle.getCenter());
      onDrawn({
        kind,
        centre,
        radius: Math.max(1, Math.round(distanceBetween(centre, view.toLngLat(circle.getLastCoordinate())))),
      });
    } else if (kind === "corridor") onDrawn({ kind, path: toShape((geometry as LineString).getCoordinates()), width });
    else {
      const ring = toShape((geometry as Polygon).getCoordinates()[0]!.slice(0, -1));
      onDrawn({ kind, ring: kind === "rectangle" ? cornersOf(ring[0]!, ring[2]!) : ring });
    }
  });
  view.map.addInteraction(draw);
  view.target.style.cursor = "crosshair";
  return {
    undo() {
      if (corners === 0) return false;
      corners -= 1;
      if (type === "Circle" || corners === 0) {
        draw.abortDrawing();
        corners = 0;
      } else draw.removeLastPoint();
      return true;
    },
    stop() {
      view.map.removeInteraction(draw);
      view.target.style.cursor = "";
    },
  };
}

function areaStyles(colour: string): Style[] {
  return [
    new Style({
      stroke: new Stroke({ color: "rgba(255, 255, 255, 0.8)", width: 4.5, lineJoin: "round" }),
      fill: new Fill({ color: faded(colour) }),
    }),
    new Style({ stroke: new Stroke({ color: colour, width: 2.5, lineJoin: "round" }) }),
  ];
}

/** The colour at a fifth of its strength; `#rrggbb` or `rgb(r, g, b)`. */
function faded(colour: string): string {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  const parts = hex
    ? hex.slice(1).map((two) => parseInt(two, 16))
    : (colour.match(/\d+/g) ?? ["26", "111", "196"]).slice(0, 3);
  return `rgba(${parts.join(", ")}, 0.2)`;
}
