import Feature from "ol/Feature.js";
import Point from "ol/geom/Point.js";
import VectorLayer from "ol/layer/Vector.js";
import VectorSource from "ol/source/Vector.js";
import CircleStyle from "ol/style/Circle.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import type { MapStation } from "./line-drawing";
import type { MapView } from "./map-view.client";
import { HALO, HIGHLIGHT, INK } from "./road-style";
import { CIRCLE, NAME_SIZE } from "./station-drawing";
import { FONT } from "./text-font";

/** Marks the one station pointed at above all others, which stay as they are. */
export function hoverMark(view: MapView) {
  const source = new VectorSource();
  const layer = new VectorLayer({ source, zIndex: 20 });
  view.map.addLayer(layer);
  return {
    show(station: MapStation | null) {
      source.clear(true);
      if (!station) return void source.changed();
      const feature = new Feature(new Point(view.toMap([station.lng, station.lat])));
      feature.setStyle(stylesOf(station));
      source.addFeature(feature);
    },
    dispose: () => view.map.removeLayer(layer),
  };
}

function stylesOf({ serial, staName }: MapStation): Style[] {
  const circle = new CircleStyle({
    radius: CIRCLE + 2,
    fill: new Fill({ color: HIGHLIGHT }),
    stroke: new Stroke({ color: HALO, width: 2 }),
  });
  const number = new Text({
    text: String(serial),
    font: `600 11px ${FONT}`,
    fill: new Fill({ color: HALO }),
    offsetY: 1,
  });
  const name = new Text({
    text: staName,
    font: `600 ${NAME_SIZE}px ${FONT}`,
    textAlign: "start",
    offsetX: CIRCLE + 10,
    fill: new Fill({ color: INK }),
    backgroundFill: new Fill({ color: HALO }),
    backgroundStroke: new Stroke({ color: HIGHLIGHT, width: 1.5 }),
    padding: [4, 6, 3, 6],
  });
  return [new Style({ image: circle, text: number, zIndex: 1 }), new Style({ text: name })];
}
