import Feature from "ol/Feature.js";
import Point from "ol/geom/Point.js";
import VectorLayer from "ol/layer/Vector.js";
import VectorSource from "ol/source/Vector.js";
import CircleStyle from "ol/style/Circle.js";
import Fill from "ol/style/Fill.js";
import RegularShape from "ol/style/RegularShape.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { MapView } from "./map-view.client";
import { HALO, HIGHLIGHT, INK } from "./road-style";
import { FONT } from "./text-font";

/** A point of a path to take hold of: one that it must pass, one of a stretch drawn by hand, a ring around something chosen; or a place asked about and what was found there, numbered. */
export interface PathHandle {
  at: LngLat;
  kind: "via" | "point" | "ring" | "place" | "offer";
  chosen: boolean;
  number?: number;
}

export function pathHandles(view: MapView, zIndex = 6) {
  const source = new VectorSource();
  const layer = new VectorLayer({
    source,
    zIndex,
    style: (feature) =>
      feature.get("number")
        ? numbered(feature.get("number") as number)
        : STYLES[feature.get("look") as keyof typeof STYLES],
    updateWhileAnimating: true,
  });
  view.map.addLayer(layer);
  return {
    show(handles: readonly PathHandle[]) {
      source.clear(true);
      source.addFeatures(
        handles.map(
          ({ at, kind, chosen, number }) =>
            new Feature({
              geometry: new Point(view.toMap(at)),
              look: chosen && kind !== "ring" ? `${kind}Chosen` : kind,
              number,
            }),
        ),
      );
    },
    dispose: () => view.map.removeLayer(layer),
  };
}

const numbered = (number: number) =>
  new Style({
    image: new CircleStyle({
      radius: 10,
      fill: new Fill({ color: HIGHLIGHT }),
      stroke: new Stroke({ color: HALO, width: 2 }),
    }),
    text: new Text({ text: String(number), font: `600 11px ${FONT}`, fill: new Fill({ color: HALO }), offsetY: 1 }),
  });
const diamond = (color: string) =>
  new Style({
    image: new RegularShape({
      points: 4,
      radius: 9,
      fill: new Fill({ color }),
      stroke: new Stroke({ color: HALO, width: 2 }),
    }),
  });
const dot = (color: string, radius: number) =>
  new Style({
    image: new CircleStyle({ radius, fill: new Fill({ color: HALO }), stroke: new Stroke({ color, width: 2 }) }),
  });

const STYLES = {
  via: diamond(INK),
  viaChosen: diamond(HIGHLIGHT),
  point: dot(INK, 4.5),
  pointChosen: new Style({
    image: new CircleStyle({
      radius: 6.5,
      fill: new Fill({ color: HIGHLIGHT }),
      stroke: new Stroke({ color: HALO, width: 2 }),
    }),
  }),
  place: new Style({
    image: new RegularShape({ points: 4, radius: 9, radius2: 0, stroke: new Stroke({ color: INK, width: 2.5 }) }),
  }),
  offer: dot(HIGHLIGHT, 8),
  ring: new Style({ image: new CircleStyle({ radius: 15, stroke: new Stroke({ color: HIGHLIGHT, width: 3 }) }) }),
};
