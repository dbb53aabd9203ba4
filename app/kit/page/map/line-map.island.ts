import type { PlainHost } from "~/kit/page/islands/mount-plain";
import { fetchLine } from "./fetch-line.client";
import type { LineDrawing } from "./line-drawing";
import { mapFrame } from "./map-frame.client";
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
export default function lineMap(
  host: PlainHost,
  { title, settings, dataUrl, showSpacing, highlights, height }: LineMapProps,
) {
  const frame = mapFrame(host, {
    label: title,
    settings,
    height,
    code: Promise.all([import("./line-map.client"), fetchLine(dataUrl, AbortSignal.timeout(30_000))]),
    start(view, [{ showLine }, drawing]) {
      frame.note(markedWays(drawing));
      return showLine(view, drawing, { spacing: showSpacing, highlights });
    },
  });
  return frame.dispose;
}

/** What the colours of a line's path say, where there are any. */
function markedWays({ breaks, doubtful = [] }: LineDrawing): string {
  return [
    breaks.length > 0 && `红色虚线：${breaks.length}处未接通道路`,
    doubtful.length > 0 && `橙色：${doubtful.length}处走向存疑`,
  ]
    .filter(Boolean)
    .join("；");
}
