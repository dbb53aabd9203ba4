import Collection from "ol/Collection.js";
import type Layer from "ol/layer/Layer.js";
import LayerGroup from "ol/layer/Group.js";
import Source from "ol/source/Source.js";
import { drawnLayer, type Sight } from "./drawn-layer.client";
import { farLayer } from "./far-layer.client";
import { roadPainter } from "./road-painter.client";

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

const [roadsBeyond, namesBeyond] = [64, 0];
const namesAbove = 4;

/** Our own roads from vector tiles at `url`, with their names above what else is drawn; in a thread of their own where the browser can, and in the page when that fails. */
export function roadLayer(url: string): LayerGroup {
  const group = new LayerGroup();
  const show = (layers: Layer[]) => group.setLayers(new Collection(layers));
  const worker = startWorker((error) => {
    console.warn("roads are drawn in the page:", error);
    show(nearLayers(url));
  });
  show(worker ? farLayers(url, worker) : nearLayers(url));
  return group;
}

function nearLayers(url: string): Layer[] {
  const source = new Source({});
  const painter = roadPainter(url, () => {
    source.loading = painter.isLoading();
    for (const layer of layers) layer.changed();
  });
  const layers = [
    drawnLayer({
      beyond: roadsBeyond,
      source,
      draw(pen, sight) {
        painter.roads(pen, sight);
        source.loading = painter.isLoading();
      },
    }),
    drawnLayer({ beyond: namesBeyond, zIndex: namesAbove, isEmpty: painter.isLoading, draw: painter.names }),
  ];
  return layers;
}

function farLayers(url: string, worker: Worker): Layer[] {
  const source = new Source({});
  source.loading = true;
  const ask = (part: RoadPart) => (sight: Sight, pixelRatio: number) => {
    if (part === "roads") source.loading = true;
    worker.postMessage({ part, sight, pixelRatio } satisfies WantedRoads);
  };
  const parts = {
    roads: farLayer({ beyond: roadsBeyond, source, ask: ask("roads") }),
    names: farLayer({
      beyond: namesBeyond,
      zIndex: namesAbove,
      isEmpty: () => Boolean(source.loading),
      ask: ask("names"),
    }),
  };
  worker.postMessage(url);
  worker.addEventListener("message", ({ data }: MessageEvent<PaintedRoads>) => {
    const isLast = parts[data.part].show(data.picture, data.sight);
    if (data.part === "roads") source.loading = data.loading || !isLast;
  });
  return [parts.roads.layer, parts.names.layer];
}

function startWorker(onError: (message: string) => void): Worker | undefined {
  if (typeof OffscreenCanvas === "undefined" || !("getContext" in OffscreenCanvas.prototype)) return;
  try {
    const worker = new Worker(new URL("./road-painter.worker.client.ts", import.meta.url), { type: "module" });
    const fail = (event: ErrorEvent) => {
      event.preventDefault();
      worker.terminate();
      onError(event.message);
    };
    worker.addEventListener("error", fail, { once: true });
    return worker;
  } catch {
    return;
  }
}
