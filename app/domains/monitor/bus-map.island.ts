import { keepFresh } from "~/kit/page/islands/keep-fresh";
import type { PlainHost } from "~/kit/page/islands/mount-plain";
import { mapFrame } from "~/kit/page/map/map-frame.client";
import type { MapSettings } from "~/kit/page/map/map-settings";
import type { Box } from "~/transit/geo/lng-lat";

export interface BusMapProps {
  title: string;
  settings: MapSettings;
  box: Box;
  url: string;
  seconds: number;
}

/** Buses on the live map, looked for anew every few seconds where the map is; the page's lists follow without loading it again. */
export default function busMap(host: PlainHost, { title, settings, box, url, seconds }: BusMapProps) {
  const stopFresh = seconds > 0 ? keepFresh(seconds) : () => {};
  const frame = mapFrame(host, {
    label: title,
    settings,
    height: "100%",
    code: import("~/kit/page/map/moving-marks.client"),
    start: (view, { movingMarks }) => movingMarks(view, { url, box, seconds, say: (text) => frame.note(text) }),
  });
  return () => {
    stopFresh();
    frame.dispose();
  };
}
