import Feature from "ol/Feature.js";
import LineString from "ol/geom/LineString.js";
import MultiLineString from "ol/geom/MultiLineString.js";
import VectorLayer from "ol/layer/Vector.js";
import { fromLonLat } from "ol/proj.js";
import VectorSource from "ol/source/Vector.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import { chevronsAlong } from "./arrows";
import type { LineDrawing } from "./line-drawing";
import type { LngLat } from "~/transit/geo/lng-lat";
import { BREAK, CASING, DOUBTFUL, HALO, OTHER_LINE } from "./road-style";

/** The other direction, the path, what of it is doubtful, its arrows, and the breaks, in drawing order. */
export function lineLayers(
  { path, otherPath = [], breaks, doubtful = [] }: LineDrawing,
  colour: string,
): VectorLayer[] {
  return [
    layer([otherPath], () => [stroke(OTHER_LINE, 3, [1, 6])]),
    layer([path], () => [stroke(HALO, 9), stroke(CASING, 6.5), stroke(colour, 5)]),
    layer(doubtful, () => [stroke(DOUBTFUL, 5)]),
    layer([path], (line, resolution) => [arrows(line, resolution)]),
    layer(breaks, () => [stroke(BREAK, 4, [8, 7])]),
  ];
}

function layer(lines: readonly LngLat[][], style: (line: LineString, resolution: number) => Style[]): VectorLayer {
  const features = lines
    .filter((line) => line.length > 1)
    .map((line) => new Feature(new LineString(line.map((point) => fromLonLat([...point])))));
  return new VectorLayer({
    source: new VectorSource({ features }),
    style: (feature, resolution) => style(feature.getGeometry() as LineString, resolution),
    updateWhileAnimating: true,
  });
}

function stroke(color: string, width: number, lineDash?: number[]): Style {
  return new Style({ stroke: new Stroke({ color, width, lineDash, lineCap: "round", lineJoin: "round" }) });
}

function arrows(line: LineString, resolution: number): Style {
  const chevrons = chevronsAlong(line.getFlatCoordinates(), 72 * resolution, 3 * resolution);
  const ends = chevrons.map((_, i) => (i + 1) * 6);
  return new Style({
    geometry: new MultiLineString(chevrons.flat(), "XY", ends),
    stroke: new Stroke({ color: HALO, width: 1.8, lineCap: "round", lineJoin: "round" }),
  });
}
