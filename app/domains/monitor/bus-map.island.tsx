import { useEffect, useState } from "react";
import { keepFresh } from "~/kit/page/islands/keep-fresh";
import type { Box } from "~/transit/geo/lng-lat";
import { MapFrame } from "~/kit/page/map/map-frame";
import type { MapSettings } from "~/kit/page/map/map-settings";
import { movingMarks } from "~/kit/page/map/moving-marks.client";

export interface BusMapProps {
  title: string;
  settings: MapSettings;
  box: Box;
  /** Answers the marks in a box as JSON. */
  url: string;
  /** Between two looks; 0 stands still. */
  seconds: number;
}

/** Buses on the live map, looked for anew every few seconds where the map is; the page's lists follow without loading it again. */
export default function BusMapIsland({ title, settings, box, url, seconds }: BusMapProps) {
  const [note, setNote] = useState("");
  useEffect(() => (seconds > 0 ? keepFresh(seconds) : undefined), []);
  return (
    <MapFrame
      label={title}
      settings={settings}
      height="100%"
      note={note}
      start={(view) => movingMarks(view, { url, box, seconds, say: setNote })}
    />
  );
}
