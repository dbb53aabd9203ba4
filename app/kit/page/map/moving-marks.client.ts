import Feature from "ol/Feature.js";
import Point from "ol/geom/Point.js";
import VectorLayer from "ol/layer/Vector.js";
import { unByKey } from "ol/Observable.js";
import { transformExtent } from "ol/proj.js";
import VectorSource from "ol/source/Vector.js";
import CircleStyle from "ol/style/Circle.js";
import Fill from "ol/style/Fill.js";
import RegularShape from "ol/style/RegularShape.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import type { Box } from "~/transit/geo/lng-lat";
import type { MapDot } from "./dot-marks";
import type { MapView } from "./map-view.client";
import { HALO, INK, LINE, OTHER_LINE } from "./road-style";
import { FONT } from "./text-font";
import { colourAt } from "./theme-colour.client";

interface MovingMarksOptions {
  /** Answers `{ marks: MapDot[] }` for the box appended to its query. */
  url: string;
  box: Box;
  /** Between two looks; 0 looks only when the map is moved. */
  seconds: number;
  say: (text: string) => void;
}

/** Marks that are looked for anew every few seconds and wherever the map is moved to; a click says what one is. */
export async function movingMarks(view: MapView, { url, box, seconds, say }: MovingMarksOptions): Promise<() => void> {
  const { map } = view;
  const source = new VectorSource();
  const colour = colourAt(view.target, LINE);
  const layer = new VectorLayer({
    source,
    declutter: true,
    style: (feature) => styleOf(feature.getProperties() as MapDot, colour),
  });
  map.addLayer(layer);
  view.home = () => view.fit(box);
  view.home();
  let asked = new AbortController();
  let chosen: string | undefined;

  const look = async () => {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    const marks = await marksIn(url, shown(view), signal).catch(() => undefined);
    if (signal.aborted) return;
    if (!marks) return say("暂时取不到车辆位置，稍后会再试");
    place(source, marks, view);
    const known = marks.find(({ key }) => key === chosen);
    say(known ? known.title : marks.length === 0 ? "此范围内一天内没有车辆上报位置" : "");
  };
  const keys = [
    map.on("moveend", () => void look()),
    map.on("click", ({ pixel }) => {
      const hit = map.forEachFeatureAtPixel(pixel, (feature) => feature.getProperties() as MapDot, {
        layerFilter: (one) => one === layer,
        hitTolerance: 4,
      });
      chosen = hit?.key;
      say(hit?.title ?? "");
    }),
  ];
  const timer = seconds > 0 ? setInterval(() => document.hidden || void look(), seconds * 1000) : undefined;
  await look();
  return () => {
    asked.abort();
    clearInterval(timer);
    keys.forEach((key) => unByKey(key));
    map.removeLayer(layer);
  };
}

async function marksIn(url: string, box: Box, signal: AbortSignal): Promise<MapDot[]> {
  const at = new URL(url, location.href);
  for (const [side, degrees] of Object.entries(box)) at.searchParams.set(side, (degrees as number).toFixed(6));
  const response = await fetch(at, { signal, headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(`marks: ${response.status}`);
  return ((await response.json()) as { marks: MapDot[] }).marks;
}

/** What is in sight, as the map is now. */
function shown({ map }: MapView): Box {
  const [minLng, minLat, maxLng, maxLat] = transformExtent(
    map.getView().calculateExtent(map.getSize()),
    "EPSG:3857",
    "EPSG:4326",
  ) as [number, number, number, number];
  return { minLng, minLat, maxLng, maxLat };
}

/** Moves the marks that are there, adds the new ones and takes away those that have left. */
function place(source: VectorSource, marks: readonly MapDot[], view: MapView) {
  const gone = new Map(source.getFeatures().map((feature) => [feature.getId(), feature]));
  for (const mark of marks) {
    const { lng, lat, key } = mark;
    const known = gone.get(key);
    gone.delete(key);
    const geometry = new Point(view.toMap([lng, lat]));
    const feature = known ?? new Feature();
    feature.setProperties({ ...mark, geometry });
    if (known) continue;
    feature.setId(key);
    source.addFeature(feature);
  }
  for (const feature of gone.values()) source.removeFeature(feature);
}

function styleOf({ online, azimuth, label }: MapDot, colour: string): Style {
  const fill = new Fill({ color: online ? colour : OTHER_LINE });
  const stroke = new Stroke({ color: HALO, width: 1.5 });
  const declutterMode = "none" as const;
  const image =
    azimuth === null
      ? new CircleStyle({ radius: 6, fill, stroke, declutterMode })
      : new RegularShape({
          points: 3,
          radius: 8,
          scale: [0.8, 1.1],
          rotation: (azimuth * Math.PI) / 180,
          rotateWithView: true,
          fill,
          stroke,
          declutterMode,
        });
  return new Style({
    zIndex: online ? 2 : 1,
    image,
    text: new Text({
      text: label,
      font: `600 12px ${FONT}`,
      offsetY: -15,
      fill: new Fill({ color: INK }),
      stroke: new Stroke({ color: HALO, width: 3 }),
    }),
  });
}
