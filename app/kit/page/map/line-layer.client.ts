import type Layer from "ol/layer/Layer.js";
import type { LngLat } from "~/transit/geo/lng-lat";
import { toMercator } from "~/transit/geo/project";
import { drawArrows, pathStrokes, strokePaths } from "./draw-path.client";
import { drawnLayer, pixelsOf } from "./drawn-layer.client";
import type { LineDrawing } from "./line-drawing";
import { BREAK, DOUBTFUL, OTHER_LINE } from "./road-style";

/** The other direction, the path, what of it is doubtful, its arrows, and the breaks, in drawing order. */
export function lineLayer({ path, otherPath = [], breaks, doubtful = [] }: LineDrawing, colour: string): Layer {
  const [other, own, unsure, broken] = [[otherPath], [path], doubtful, breaks].map(onMap) as [
    Lines,
    Lines,
    Lines,
    Lines,
  ];
  return drawnLayer({
    beyond: 64,
    *drawParts(pen, sight) {
      const pixels = (lines: Lines) => lines.map((line) => pixelsOf(line, sight));
      const drawn = pixels(own);
      strokePaths(pen, pixels(other), [{ colour: OTHER_LINE, width: 3, dash: [1, 6] }]);
      yield;
      strokePaths(pen, drawn, pathStrokes(colour));
      yield;
      strokePaths(pen, pixels(unsure), [{ colour: DOUBTFUL, width: 5 }]);
      for (const line of drawn) drawArrows(pen, line);
      strokePaths(pen, pixels(broken), [{ colour: BREAK, width: 4, dash: [8, 7] }]);
    },
  });
}

type Lines = number[][];

function onMap(lines: readonly (readonly LngLat[])[]): Lines {
  return lines.filter((line) => line.length > 1).map((line) => toMercator(line.flat()));
}
