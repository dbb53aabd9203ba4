import type { LngLat } from "~/transit/geo/lng-lat";
import { toMercator } from "~/transit/geo/project";
import type { FlatLine } from "~/transit/geo/simplify";
import { drawArrows, pathStrokes, strokePaths } from "./draw-path.client";
import { drawnLayer, pixelsOf } from "./drawn-layer.client";
import type { MapView } from "./map-view.client";
import { BREAK, DOUBTFUL, HALO, HIGHLIGHT, OTHER_LINE } from "./road-style";

/** laid on roads, drawn by hand, doubtful, still being searched, no way found, or beside the matter. */
export type PieceLook = "laid" | "free" | "doubtful" | "asked" | "missing" | "aside";

export interface PathPiece {
  /** The same object for the same line, which is then not computed anew. */
  key: object;
  line: readonly LngLat[];
  look: PieceLook;
  chosen: boolean;
}

export function pathPieces(view: MapView, colour: string, zIndex = 3) {
  let shown: readonly PathPiece[] = [];
  const onMap = new WeakMap<object, number[]>();
  const placeOf = ({ key, line }: PathPiece) => {
    const known = onMap.get(key) ?? toMercator(line.flat());
    onMap.set(key, known);
    return known;
  };
  const layer = drawnLayer({
    beyond: 64,
    zIndex,
    isEmpty: () => shown.length === 0,
    draw(pen, sight) {
      const pieces = shown
        .filter(({ line }) => line.length > 1)
        .map((piece) => ({ ...piece, pixels: pixelsOf(placeOf(piece), sight) }));
      for (const { pixels, chosen } of pieces)
        if (chosen) strokePaths(pen, [pixels], [{ colour: HIGHLIGHT, width: 13 }]);
      for (const step of [0, 1, 2])
        for (const { pixels, look } of pieces) {
          const stroke = strokesOf(look, colour)[step];
          if (stroke) strokePaths(pen, [pixels], [stroke]);
        }
      for (const { pixels, look } of pieces) drawMiddle(pen, pixels, look);
    },
  });
  view.map.addLayer(layer);
  return {
    show(pieces: readonly PathPiece[]) {
      shown = pieces;
      layer.changed();
    },
    dispose: () => view.map.removeLayer(layer),
  };
}

/** From below; what stands at the same place is drawn before what is above it in any piece. */
function strokesOf(look: PieceLook, colour: string) {
  if (look === "aside") return [{ colour: OTHER_LINE, width: 3, dash: [1, 6] }];
  if (look === "asked")
    return [
      { colour: HALO, width: 7 },
      { colour, width: 3.5, dash: [4, 8] },
    ];
  if (look === "missing")
    return [
      { colour: HALO, width: 7 },
      { colour: BREAK, width: 4, dash: [8, 7] },
    ];
  return pathStrokes(look === "doubtful" ? DOUBTFUL : colour);
}

function drawMiddle(pen: CanvasRenderingContext2D, pixels: FlatLine, look: PieceLook) {
  if (look === "free") strokePaths(pen, [pixels], [{ colour: HALO, width: 2.4, dash: [2, 9] }]);
  else if (look === "laid" || look === "doubtful") drawArrows(pen, pixels);
}
