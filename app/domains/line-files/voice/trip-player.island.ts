import type { PlainHost } from "~/kit/page/islands/mount-plain";
import { fetchLine } from "~/kit/page/map/fetch-line.client";
import { mapFrame } from "~/kit/page/map/map-frame.client";
import type { MapSettings } from "~/kit/page/map/map-settings";
import type { HeardNode } from "~/transit/announcements/terminal";
import type { Direction } from "~/transit/announcements/words";
import { playRow } from "./play-row.client";
import { tripControls } from "./trip-controls.client";

export interface TripPlayerProps {
  title: string;
  settings: MapSettings;
  direction: Direction;
  isLoop: boolean;
  /** Answers the path as a `LineDrawing`. */
  dataUrl: string;
  /** `distance` in metres along the path. */
  nodes: (HeardNode & { distance: number })[];
}

/** A bus drives the path on the map and lets the row's clips be heard where the terminal would; the page's table says what. */
export default function tripPlayer(host: PlainHost, { title, settings, dataUrl, ...trip }: TripPlayerProps) {
  const controls = tripControls();
  host.place.append(controls.element);
  const frame = mapFrame(host, {
    label: title,
    settings,
    height: 400,
    code: Promise.all([
      import("~/kit/page/map/line-map.client"),
      import("~/kit/page/map/bus-mark.client"),
      import("./trip.client"),
      fetchLine(dataUrl, AbortSignal.timeout(30_000)),
    ]),
    start(view, [{ showLine }, { busMark }, { runTrip }, drawing]) {
      const end = showLine(view, drawing, { spacing: false, highlights: [] });
      const bus = busMark(view);
      const stop = runTrip({ ...trip, path: drawing.path, controls, show: bus.show, play: playRow, say: frame.note });
      return () => {
        stop();
        bus.dispose();
        end();
      };
    },
  });
  return frame.dispose;
}
