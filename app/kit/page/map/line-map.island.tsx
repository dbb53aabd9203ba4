import { useState } from "react";
import type { LineDrawing } from "./line-drawing";
import { fetchLine, showLine } from "./line-map.client";
import { MapFrame } from "./map-frame";
import type { MapSettings } from "./map-settings";

export interface LineMapProps {
  title: string;
  settings: MapSettings;
  /** Answers a `LineDrawing` as JSON. */
  dataUrl: string;
  showSpacing: boolean;
  /** Serials of stations emphasised from the start. */
  highlights: number[];
  height: number;
}

/** A line on the live map, its stations tied to the page's station rows. */
/** What the colours of a line's path say, where there are any. */
function markedWays({ breaks, doubtful = [] }: LineDrawing): string {
  return [
    breaks.length > 0 && `红色虚线：${breaks.length}处未接通道路`,
    doubtful.length > 0 && `橙色：${doubtful.length}处走向存疑`,
  ]
    .filter(Boolean)
    .join("；");
}

export default function LineMapIsland({ title, settings, dataUrl, showSpacing, highlights, height }: LineMapProps) {
  const [note, setNote] = useState("");
  return (
    <MapFrame
      label={title}
      settings={settings}
      height={height}
      note={note}
      start={async (view) => {
        const drawing = await fetchLine(dataUrl, AbortSignal.timeout(30_000));
        setNote(markedWays(drawing));
        return showLine(view, drawing, { spacing: showSpacing, highlights });
      }}
    />
  );
}
