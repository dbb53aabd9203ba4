import Feature from "ol/Feature.js";
import Point from "ol/geom/Point.js";
import VectorLayer from "ol/layer/Vector.js";
import type OlMap from "ol/Map.js";
import { fromLonLat, getPointResolution } from "ol/proj.js";
import VectorSource from "ol/source/Vector.js";
import CircleStyle from "ol/style/Circle.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import { sampled } from "./arrows";
import type { MapStation } from "./line-drawing";
import type { Viewport } from "~/transit/geo/project";
import { HALO, HIGHLIGHT, INK } from "./road-style";
import { clipLine } from "~/transit/geo/simplify";
import { CIRCLE, DOT, NAME_SIZE, SPACING_SIZE, drawStations } from "./station-drawing";
import type { DrawnStation, DrawnText } from "./station-drawing";
import { FONT } from "./text-font";

export interface StationLayer {
  layer: VectorLayer;
  /** Emphasises these serials and no others. */
  highlight: (serials: ReadonlySet<number>) => void;
  /** Finds anew which numbers and names fit at the present scale. */
  arrange: () => void;
}

export interface StationLayerOptions {
  colour: string;
  spacing: boolean;
  path: readonly (readonly [number, number])[];
}

/** Numbered circles, names and spacings, arranged as on the server-drawn map. */
export function stationLayer(
  map: OlMap,
  stations: readonly MapStation[],
  { colour, spacing, path }: StationLayerOptions,
): StationLayer {
  const source = new VectorSource();
  const layer = new VectorLayer({ source, updateWhileAnimating: true });
  let highlights: ReadonlySet<number> = new Set();
  const arrange = () => {
    const view = surroundings(map);
    if (!view) return;
    const line = clipLine(
      path.flatMap((point) => view.project(point)),
      [0, 0, view.width, view.height],
    ).flatMap((part) => sampled(part, 8));
    const drawn = drawStations(stations, view, { highlights, labels: true, spacing, line, reserved: [] });
    const ends = new Set([drawn.stations[0], drawn.stations.at(-1)]);
    const place = ({ x, y }: { x: number; y: number }) =>
      new Point(map.getCoordinateFromPixel([x - BEYOND, y - BEYOND]));
    source.clear(true);
    source.addFeatures(drawn.spacings.map((text) => styled(place(text), [spacingStyle(text)])));
    source.addFeatures(
      drawn.stations.map((one) => {
        const at = new Point(fromLonLat([one.station.lng, one.station.lat]));
        const feature = styled(
          at,
          stationStyles(one, {
            colour: highlights.has(one.station.serial) ? HIGHLIGHT : colour,
            filled: ends.has(one) || highlights.has(one.station.serial),
          }),
        );
        feature.set("serial", one.station.serial, true);
        return feature;
      }),
    );
  };
  return { layer, arrange, highlight: (serials) => ((highlights = serials), arrange()) };
}

/** Names are placed this many pixels beyond the map's edges too, so that they stand still while it is dragged. */
const BEYOND = 300;

function surroundings(map: OlMap): Viewport | null {
  const [size, resolution, centre] = [map.getSize(), map.getView().getResolution(), map.getView().getCenter()];
  if (!size || !resolution || !centre || !map.getPixelFromCoordinate(centre)) return null;
  return {
    width: size[0]! + 2 * BEYOND,
    height: size[1]! + 2 * BEYOND,
    metresPerPixel: getPointResolution("EPSG:3857", resolution, centre),
    zoom: map.getView().getZoom() ?? 0,
    box: { minLng: -180, minLat: -90, maxLng: 180, maxLat: 90 },
    project: (degrees) =>
      map.getPixelFromCoordinate(fromLonLat([degrees[0]!, degrees[1]!])).map((value) => value + BEYOND),
  };
}

function styled(geometry: Point, styles: Style[]): Feature {
  const feature = new Feature(geometry);
  feature.setStyle(styles);
  return feature;
}

function stationStyles(one: DrawnStation, { colour, filled }: { colour: string; filled: boolean }): Style[] {
  const zIndex = one.full ? (filled ? 3 : 2) : 1;
  const circle = one.full
    ? new CircleStyle({
        radius: CIRCLE,
        fill: new Fill({ color: filled ? colour : HALO }),
        stroke: new Stroke({ color: filled ? HALO : colour, width: 2 }),
      })
    : new CircleStyle({
        radius: DOT,
        fill: new Fill({ color: HALO }),
        stroke: new Stroke({ color: colour, width: 2 }),
      });
  const number = new Text({
    text: String(one.station.serial),
    font: `600 10.5px ${FONT}`,
    fill: new Fill({ color: filled ? HALO : INK }),
    offsetY: 1,
  });
  const styles = [new Style({ zIndex, image: circle, text: one.full ? number : undefined })];
  if (one.label)
    styles.push(
      new Style({
        zIndex: 4,
        text: textBeside(
          one,
          one.label,
          one.station.staName,
          `${one.emphasis ? "600 " : ""}${NAME_SIZE}px ${FONT}`,
          INK,
        ),
      }),
    );
  return styles;
}

function spacingStyle(text: DrawnText): Style {
  return new Style({ zIndex: 4, text: textBeside(text, text, text.text, `${SPACING_SIZE}px ${FONT}`, "#52606d") });
}

function textBeside(
  from: { x: number; y: number },
  label: { x: number; y: number; anchor: string },
  text: string,
  font: string,
  color: string,
): Text {
  return new Text({
    text,
    font,
    textAlign: label.anchor === "middle" ? "center" : (label.anchor as "start" | "end"),
    textBaseline: "alphabetic",
    offsetX: label.x - from.x,
    offsetY: label.y - from.y,
    fill: new Fill({ color }),
    stroke: new Stroke({ color: HALO, width: 3.5 }),
  });
}
