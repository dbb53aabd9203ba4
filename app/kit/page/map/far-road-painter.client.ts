import { isSameSight, type Sight } from "./drawn-layer.client";
import { type Pen, type RoadPainter, roadPainter } from "./road-painter.client";

export type RoadPart = "roads" | "names";

export interface WantedRoads {
  part: RoadPart;
  sight: Sight;
  pixelRatio: number;
}
export interface PaintedRoads extends WantedRoads {
  picture: ImageBitmap;
  loading: boolean;
}

/** As `roadPainter`, but the work is another thread's where the browser can; pictures then come later, and the last one stands in, moved to its place. */
export function farRoadPainter(url: string, onChange: () => void): RoadPainter {
  let near: RoadPainter | undefined;
  const comeNear = () => {
    if (near) return;
    near = roadPainter(url, onChange);
    onChange();
  };
  const worker = startWorker(comeNear);
  if (!worker) return roadPainter(url, onChange);
  const last: Partial<Record<RoadPart, PaintedRoads>> = {};
  const wanted: Partial<Record<RoadPart, Sight>> = {};
  worker.postMessage(url);
  worker.addEventListener("message", ({ data }: MessageEvent<PaintedRoads>) => {
    last[data.part]?.picture.close();
    last[data.part] = data;
    onChange();
  });
  const paint = (part: RoadPart) => (pen: Pen, sight: Sight) => {
    if (near) return near[part](pen, sight);
    const shown = last[part];
    if (shown) drawMoved(pen, shown, sight);
    if (wanted[part] && isSameSight(wanted[part], sight)) return;
    wanted[part] = sight;
    worker.postMessage({ part, sight, pixelRatio: devicePixelRatio } satisfies WantedRoads);
  };
  const isLoading = (part: RoadPart) => {
    const [shown, sight] = [last[part], wanted[part]];
    return !sight || !shown || shown.loading || !isSameSight(shown.sight, sight);
  };
  return {
    isLoading: () => near?.isLoading() ?? isLoading("roads"),
    roads: paint("roads"),
    names: paint("names"),
  };
}

function startWorker(onError: () => void): Worker | undefined {
  if (typeof OffscreenCanvas === "undefined" || !("getContext" in OffscreenCanvas.prototype)) return;
  try {
    const worker = new Worker(new URL("./road-painter.worker.client.ts", import.meta.url), { type: "module" });
    worker.addEventListener("error", onError);
    return worker;
  } catch {
    return;
  }
}

function drawMoved(pen: Pen, { picture, sight: of }: PaintedRoads, { left, top, resolution }: Sight) {
  const scale = of.resolution / resolution;
  const [x, y] = [(of.left - left) / resolution, (top - of.top) / resolution];
  pen.drawImage(picture, x, y, of.width * scale, of.height * scale);
}
