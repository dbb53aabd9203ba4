import type { LngLat } from "~/transit/geo/lng-lat";
import { toMercator } from "~/transit/geo/project";
import { drawText } from "./draw-text.client";
import { drawnLayer, pixelsOf } from "./drawn-layer.client";
import { overlap, type Rect, textWidth } from "./labels";
import type { MapView } from "./map-view.client";
import { HALO, INK, OTHER_LINE } from "./road-style";

/** A station that is there already, shown so that nobody makes it twice. */
export interface NearbyStation {
  staName: string;
  lng: number;
  lat: number;
}

/** Shows the stations that `nearbyUrl?lng=&lat=` answers with, the latest question wins; `fail` hears of one that was not answered. */
export function nearbyStations(view: MapView, nearbyUrl: string, fail: () => void) {
  let stations: readonly NearbyStation[] = [];
  const layer = drawnLayer({
    beyond: 64,
    zIndex: 5,
    isEmpty: () => stations.length === 0,
    draw(pen, sight) {
      const taken: Rect[] = [];
      const places = stations.map(({ lng, lat }) => pixelsOf(toMercator([lng, lat]), sight) as [number, number]);
      for (const place of places) drawStation(pen, ...place);
      places.forEach(([x, y], at) => {
        const { staName } = stations[at]!;
        const rect: Rect = [x + 9, y - 8, x + 11 + textWidth(staName, 12), y + 8];
        if (taken.some((other) => overlap(rect, other))) return;
        taken.push(rect);
        drawText(pen, staName, { x: x + 10, y: y + 4, anchor: "start" }, { size: 12, colour: INK });
      });
    },
  });
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
      stations = found?.stations ?? [];
      if (!found?.stations) fail();
      layer.changed();
    },
    dispose() {
      asked.abort();
      view.map.removeLayer(layer);
    },
  };
}

function drawStation(pen: CanvasRenderingContext2D, x: number, y: number) {
  pen.beginPath();
  pen.arc(x, y, 5, 0, 7);
  pen.fillStyle = HALO;
  pen.fill();
  pen.lineWidth = 3;
  pen.strokeStyle = OTHER_LINE;
  pen.stroke();
}
