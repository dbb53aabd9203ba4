import type { Extent } from "ol/extent.js";
import ExtentInteraction from "ol/interaction/Extent.js";
import { transformExtent } from "ol/proj.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import CircleStyle from "ol/style/Circle.js";
import type { Box } from "~/transit/geo/lng-lat";
import type { MapView } from "./map-view.client";
import { HALO, LINE } from "./road-style";
import { colourAt } from "./theme-colour.client";

export interface DrawnBox {
  show: (box: Box | null) => void;
  /** While on, dragging draws a new rectangle; while off, it moves the map. Sides and corners can always be dragged. */
  drawing: (on: boolean) => void;
  dispose: () => void;
}

/** A rectangle drawn and changed by dragging; `onDraw` hears of each finished drag. */
export function drawBox(view: MapView, onDraw: (box: Box) => void): DrawnBox {
  const colour = colourAt(view.target, LINE);
  const edge = new Stroke({ color: colour, width: 2 });
  const boxStyle = new Style({ stroke: edge, fill: new Fill({ color: "rgba(26, 111, 196, 0.12)" }) });
  const pointerStyle = new Style({
    image: new CircleStyle({ radius: 6, fill: new Fill({ color: HALO }), stroke: edge }),
  });
  let on = false;
  let dragged = false;
  let showing = false;
  const extent = new ExtentInteraction({ boxStyle, pointerStyle, pixelTolerance: 8, createCondition: () => on });
  view.map.addInteraction(extent);
  extent.on("extentchanged", () => (dragged ||= !showing));
  const finished = () => {
    if (!dragged) return;
    dragged = false;
    const drawn = extent.getExtentInternal() as Extent | null;
    if (!drawn || drawn[0] === drawn[2] || drawn[1] === drawn[3]) return;
    const [minLng, minLat, maxLng, maxLat] = transformExtent(drawn, "EPSG:3857", "EPSG:4326") as [
      number,
      number,
      number,
      number,
    ];
    onDraw({ minLng, minLat, maxLng, maxLat });
  };
  document.addEventListener("pointerup", finished);
  return {
    show(box) {
      showing = true;
      extent.setExtent(
        box
          ? transformExtent([box.minLng, box.minLat, box.maxLng, box.maxLat], "EPSG:4326", "EPSG:3857")
          : (null as never),
      );
      showing = false;
    },
    drawing(turnedOn) {
      on = turnedOn;
      view.target.style.cursor = on ? "crosshair" : "";
    },
    dispose() {
      document.removeEventListener("pointerup", finished);
      view.map.removeInteraction(extent);
    },
  };
}
