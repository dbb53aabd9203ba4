import Feature from "ol/Feature.js";
import Point from "ol/geom/Point.js";
import VectorLayer from "ol/layer/Vector.js";
import VectorSource from "ol/source/Vector.js";
import CircleStyle from "ol/style/Circle.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { MapView } from "./map-view.client";
import { HALO, INK, OTHER_LINE } from "./road-style";
import { FONT } from "./text-font";

/** A station that is there already, shown so that nobody makes it twice. */
export interface NearbyStation {
  staName: string;
  lng: number;
  lat: number;
}

/** Shows the stations that `nearbyUrl?lng=&lat=` answers with; a failed answer shows none, the latest question wins. */
export function nearbyStations(view: MapView, nearbyUrl: string) {
  const source = new VectorSource();
  const layer = new VectorLayer({ source, declutter: true, style: (feature) => styleOf(String(feature.get("name"))) });
  view.map.addLayer(layer);
  let asked = new AbortController();
  return {
    async around([lng, lat]: LngLat) {
      asked.abort();
      asked = new AbortController();
      const { signal } = asked;
      const url = new URL(nearbyUrl, location.href);
      url.searchParams.set("lng", lng.toFixed(6));
      url.searchParams.set("lat", lat.toFixed(6));
      const response = await fetch(url, { signal, headers: { accept: "application/json" } }).catch(() => null);
      const found = response?.ok
        ? ((await response.json().catch(() => null)) as { stations?: NearbyStation[] } | null)
        : null;
      if (signal.aborted) return;
      source.clear(true);
      source.addFeatures(
        (found?.stations ?? []).map(
          (one) => new Feature({ geometry: new Point(view.toMap([one.lng, one.lat])), name: one.staName }),
        ),
      );
    },
    dispose() {
      asked.abort();
      view.map.removeLayer(layer);
    },
  };
}

function styleOf(name: string): Style {
  return new Style({
    image: new CircleStyle({
      radius: 5,
      declutterMode: "none",
      fill: new Fill({ color: HALO }),
      stroke: new Stroke({ color: OTHER_LINE, width: 3 }),
    }),
    text: new Text({
      text: name,
      font: `12px ${FONT}`,
      textAlign: "start",
      offsetX: 10,
      fill: new Fill({ color: INK }),
      stroke: new Stroke({ color: HALO, width: 3 }),
    }),
  });
}
