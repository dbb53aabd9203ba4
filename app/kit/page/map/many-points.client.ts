import ImageLayer from "ol/layer/Image.js";
import { fromLonLat } from "ol/proj.js";
import ImageCanvasSource from "ol/source/ImageCanvas.js";
import type { MapView } from "./map-view.client";
import { HALO } from "./road-style";

export interface ManyPoints {
  /** Flat [lng, lat, ...] in millionths of a degree. */
  show: (places: readonly number[]) => void;
  visible: (on: boolean) => void;
  dispose: () => void;
}

/** Tens of thousands of points as one picture that moves with the map and is drawn anew when it rests; of those that fall on one spot only one is drawn. */
export function manyPoints(view: MapView, colour: string, zIndex = 1): ManyPoints {
  let points = new Float64Array();
  const canvas = document.createElement("canvas");
  const source = new ImageCanvasSource({
    ratio: 1.6,
    canvasFunction([minX, , maxX, maxY], resolution, pixelRatio, [width, height]) {
      [canvas.width, canvas.height] = [width!, height!];
      const pen = canvas.getContext("2d")!;
      const radius = (resolution > 20 ? 2 : 3.2) * pixelRatio;
      const spots = spotsOf(points, [minX!, maxX!, maxY!], width!, height!, radius * 1.2);
      pen.beginPath();
      for (let i = 0; i < spots.length; i += 2) {
        pen.moveTo(spots[i]! + radius, spots[i + 1]!);
        pen.arc(spots[i]!, spots[i + 1]!, radius, 0, 7);
      }
      pen.fillStyle = HALO;
      pen.fill();
      pen.lineWidth = 1.3 * pixelRatio;
      pen.strokeStyle = colour;
      pen.stroke();
      return canvas;
    },
  });
  const layer = new ImageLayer({ source, zIndex, visible: false });
  view.map.addLayer(layer);
  return {
    show(places) {
      points = Float64Array.from({ length: places.length }, () => 0);
      for (let i = 0; i < places.length; i += 2) points.set(fromLonLat([places[i]! / 1e6, places[i + 1]! / 1e6]), i);
      source.changed();
    },
    visible: (on) => layer.setVisible(on),
    dispose: () => view.map.removeLayer(layer),
  };
}

/** Pixels of the points in sight, one for each cell of this many pixels. */
function spotsOf(
  points: Float64Array,
  [minX, maxX, maxY]: [number, number, number],
  width: number,
  height: number,
  cell: number,
): number[] {
  const scale = width / (maxX - minX);
  const columns = Math.ceil(width / cell) + 1;
  const taken = new Uint8Array(columns * (Math.ceil(height / cell) + 1));
  const spots: number[] = [];
  for (let i = 0; i < points.length; i += 2) {
    const x = (points[i]! - minX) * scale;
    const y = (maxY - points[i + 1]!) * scale;
    if (!(x >= 0 && x < width && y >= 0 && y < height)) continue;
    const at = Math.floor(y / cell) * columns + Math.floor(x / cell);
    if (taken[at]) continue;
    taken[at] = 1;
    spots.push(x, y);
  }
  return spots;
}
