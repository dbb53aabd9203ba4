import Feature from "ol/Feature.js";
import Polygon from "ol/geom/Polygon.js";
import VectorLayer from "ol/layer/Vector.js";
import VectorSource from "ol/source/Vector.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import type { MapView } from "./map-view.client";
import { HALO, INK, LINE } from "./road-style";
import type { MapShape, Shape } from "~/transit/geo/shape";
import { outlineOf, shapeArea } from "~/transit/geo/shape-geometry";
import { FONT } from "./text-font";
import { colourAt } from "./theme-colour.client";

/** A shape's area in the map's own coordinates. */
export function areaOf(view: MapView, shape: Shape): Polygon {
  const ring = outlineOf(shape).map(view.toMap);
  return new Polygon(ring.length > 0 ? [[...ring, ring[0]!]] : []);
}

/** How an area is drawn: a pale ground under a clear edge with a halo; framed ones are dashed and empty. */
export function areaStyles(
  colour: string,
  { frame = false, label }: { frame?: boolean; label?: string } = {},
): Style[] {
  return [
    new Style({
      stroke: new Stroke({ color: "rgba(255, 255, 255, 0.8)", width: 4.5, lineJoin: "round" }),
      fill: frame ? undefined : new Fill({ color: faded(colour) }),
    }),
    new Style({
      stroke: new Stroke({ color: colour, width: 2.5, lineJoin: "round", lineDash: frame ? [7, 5] : undefined }),
      text: label
        ? new Text({
            text: label,
            font: `600 13px ${FONT}`,
            fill: new Fill({ color: INK }),
            stroke: new Stroke({ color: HALO, width: 3.5 }),
            overflow: true,
          })
        : undefined,
    }),
  ];
}

/** Areas that only stand there, the large ones below; a feature knows its `href`. */
export function shapeLayer(view: MapView, shapes: readonly MapShape[]): VectorLayer {
  const theme = colourAt(view.target, LINE);
  const features = [...shapes]
    .sort((a, b) => shapeArea(b.shape) - shapeArea(a.shape))
    .map((one) => {
      const feature = new Feature({ geometry: areaOf(view, one.shape), href: one.href });
      feature.setStyle(areaStyles(one.colour ?? theme, one));
      return feature;
    });
  return new VectorLayer({ source: new VectorSource({ features }), zIndex: 3, declutter: true });
}

/** The colour at a fifth of its strength; `#rrggbb` or `rgb(r, g, b)`. */
function faded(colour: string): string {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  const parts = hex
    ? hex.slice(1).map((two) => parseInt(two, 16))
    : (colour.match(/\d+/g) ?? ["26", "111", "196"]).slice(0, 3);
  return `rgba(${parts.join(", ")}, 0.2)`;
}
