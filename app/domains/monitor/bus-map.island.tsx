import { useEffect, useState } from "react";
import { keepFresh } from "~/kernel/islands/keep-fresh";
import type { Box } from "~/kernel/map/lng-lat";
import { MapFrame } from "~/kernel/map/map-frame";
import type { MapSettings } from "~/kernel/map/map-settings";
import { movingMarks } from "~/kernel/map/moving-marks.client";

export interface BusMapProps {
  title: string;
  settings: MapSettings;
  /** What is in sight at first. */
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
