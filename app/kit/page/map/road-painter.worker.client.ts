import { loadMissingCalls } from "~/kit/page/islands/missing-calls";
import { drawsBlank } from "./blank-picture.client";
import type { PaintedRoads, RoadPart, WantedRoads } from "./road-layer.client";
import { roadPainter, type RoadPainter } from "./road-painter.client";

let painter: RoadPainter | undefined;
const wanted = new Map<RoadPart, WantedRoads>();
const ready = Promise.resolve(loadMissingCalls());

addEventListener("message", ({ data }: MessageEvent<string | WantedRoads>) => void ready.then(() => hear(data)));
// Of a promise that breaks here the page would hear nothing and wait for its roads.
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  setTimeout(() => {
    throw event.reason;
  });
});

function hear(data: string | WantedRoads) {
  if (typeof data === "string") {
    if (drawsBlank()) throw new Error("pictures that are drawn in a thread come out blank here");
    const made = roadPainter(data, () => wanted.forEach((one) => paint(made, one, true)));
    painter = made;
  } else if (painter) {
    wanted.set(data.part, data);
    paint(painter, data, false);
  }
}

function paint(painter: RoadPainter, { part, sight, pixelRatio }: WantedRoads, unfinished: boolean) {
  const canvas = new OffscreenCanvas(Math.round(sight.width * pixelRatio), Math.round(sight.height * pixelRatio));
  const pen = canvas.getContext("2d")!;
  pen.scale(pixelRatio, pixelRatio);
  painter[part](pen, sight);
  const loading = painter.isLoading();
  if (loading && !unfinished) return;
  const picture = canvas.transferToImageBitmap();
  postMessage({ part, sight, pixelRatio, loading, picture } satisfies PaintedRoads, { transfer: [picture] });
}
