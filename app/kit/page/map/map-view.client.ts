import DoubleClickZoom from "ol/interaction/DoubleClickZoom.js";
import DragPan from "ol/interaction/DragPan.js";
import KeyboardPan from "ol/interaction/KeyboardPan.js";
import KeyboardZoom from "ol/interaction/KeyboardZoom.js";
import MouseWheelZoom from "ol/interaction/MouseWheelZoom.js";
import PinchZoom from "ol/interaction/PinchZoom.js";
import OlMap from "ol/Map.js";
import { fromLonLat, toLonLat, transformExtent } from "ol/proj.js";
import View from "ol/View.js";
import { pause } from "~/kit/page/islands/pause";
import { baseLayer } from "./base-layer.client";
import type { Box, LngLat } from "~/transit/geo/lng-lat";
import type { MapSettings } from "./map-settings";

/** A live map on the page and the few things that islands do with it. */
export interface MapView {
  map: OlMap;
  target: HTMLElement;
  /** Kept when the base map is in its place. */
  based: Promise<void>;
  /** Shows the box with a margin, no closer than zoom 17. */
  fit: (box: Box) => void;
  /** Between degrees and the map's own coordinates. */
  toMap: (point: LngLat) => number[];
  toLngLat: (coordinate: number[]) => LngLat;
  centre: () => LngLat;
  /** The place so many pixels east and north of another. */
  shift: (point: LngLat, east: number, north: number) => LngLat;
  /** What is in sight, so many times as wide and high; by default its middle three quarters. */
  shownBox: (times?: number) => Box;
  zoomBy: (steps: number) => void;
  /** In a moment, or at once for who wants nothing to move. */
  moveTo: (there: { centre?: LngLat; zoom?: number }) => void;
  /** Where the button "复位" leads; by default the configured centre. */
  home: () => void;
  dispose: () => void;
}

/** Puts a map into `target`, which has a size and takes the focus, in pieces between which the page answers; the wheel zooms only while it has the focus. */
export async function createMapView(target: HTMLElement, settings: MapSettings): Promise<MapView> {
  const { centre, zoom, minZoom, maxZoom } = settings;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches ? { duration: 0 } : {};
  const olView = new View({
    projection: "EPSG:3857",
    center: fromLonLat([...centre]),
    zoom,
    minZoom,
    maxZoom,
    enableRotation: false,
  });
  await pause();
  const map = new OlMap({
    view: olView,
    controls: [],
    interactions: [
      new DragPan(),
      new MouseWheelZoom({ onFocusOnly: true, ...still }),
      new DoubleClickZoom(still),
      new PinchZoom(still),
      new KeyboardPan(still),
      new KeyboardZoom(still),
    ],
  });
  zoomOnlyByTwoClicksAtAPlace(map);
  await pause();
  map.setTarget(target);
  await pause();
  const toMap = ([lng, lat]: LngLat) => fromLonLat([lng, lat]) as [number, number];
  const toLngLat = (coordinate: number[]) => toLonLat(coordinate) as [number, number];
  const view: MapView = {
    map,
    target,
    based: baseLayer(settings).then((layer) => map.getLayers().insertAt(0, layer)),
    fit({ minLng, minLat, maxLng, maxLat }) {
      const extent = transformExtent([minLng, minLat, maxLng, maxLat], "EPSG:4326", "EPSG:3857");
      olView.fit(extent, { padding: [48, 56, 48, 56], maxZoom: Math.min(17, maxZoom) });
    },
    toMap,
    toLngLat,
    centre: () => toLngLat(olView.getCenter()!),
    shift(point, east, north) {
      const [x, y] = toMap(point);
      const pixel = olView.getResolution()!;
      return toLngLat([x + east * pixel, y + north * pixel]);
    },
    shownBox(times = 0.75) {
      const [width = 0, height = 0] = map.getSize() ?? [];
      const extent = olView.calculateExtent([width * times, height * times]);
      const [minLng, minLat, maxLng, maxLat] = transformExtent(extent, "EPSG:3857", "EPSG:4326") as [
        number,
        number,
        number,
        number,
      ];
      return { minLng, minLat, maxLng, maxLat };
    },
    zoomBy(steps) {
      const now = olView.getZoom() ?? zoom;
      view.moveTo({ zoom: olView.getConstrainedZoom(now + steps) ?? now });
    },
    moveTo: ({ centre: at, zoom: near }) =>
      olView.animate({ center: at && toMap(at), zoom: near, duration: 150, ...still }),
    home: () => olView.animate({ center: fromLonLat([...centre]), zoom, duration: 0 }),
    dispose: () => map.dispose(),
  };
  return view;
}

/** To OpenLayers any two clicks within a quarter of a second are a double click, also on two things far apart. */
function zoomOnlyByTwoClicksAtAPlace(map: OlMap) {
  let clicked: number[][] = [];
  map.on("click", ({ pixel }) => void (clicked = [...clicked.slice(-1), pixel]));
  map.on("dblclick", () => {
    const [a, b] = clicked;
    return a && b && Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!) > 6 ? false : undefined;
  });
}
