import type { PaintedRoads, RoadPart, WantedRoads } from "./road-layer.client";
import { roadPainter, type RoadPainter } from "./road-painter.client";

let painter: RoadPainter;
const wanted = new Map<RoadPart, WantedRoads>();

addEventListener("message", ({ data }: MessageEvent<string | WantedRoads>) => {
  if (typeof data === "string") painter = roadPainter(data, () => wanted.forEach((one) => paint(one, true)));
  else {
    wanted.set(data.part, data);
    paint(data, false);
  }
});

function paint({ part, sight, pixelRatio }: WantedRoads, unfinished: boolean) {
  const canvas = new OffscreenCanvas(Math.round(sight.width * pixelRatio), Math.round(sight.height * pixelRatio));
  const pen = canvas.getContext("2d")!;
  pen.scale(pixelRatio, pixelRatio);
  painter[part](pen, sight);
  const loading = painter.isLoading();
  if (loading && !unfinished) return;
  const picture = canvas.transferToImageBitmap();
  postMessage({ part, sight, pixelRatio, loading, picture } satisfies PaintedRoads, { transfer: [picture] });
}
