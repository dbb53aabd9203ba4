import Feature from "ol/Feature.js";
import LineString from "ol/geom/LineString.js";
import MultiLineString from "ol/geom/MultiLineString.js";
import VectorLayer from "ol/layer/Vector.js";
import { fromLonLat } from "ol/proj.js";
import VectorSource from "ol/source/Vector.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import { chevronsAlong } from "./arrows";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { MapView } from "./map-view.client";
import { BREAK, CASING, DOUBTFUL, HALO, HIGHLIGHT, OTHER_LINE } from "./road-style";

/** laid on roads, drawn by hand, doubtful, still being searched, no way found, or beside the matter. */
export type PieceLook = "laid" | "free" | "doubtful" | "asked" | "missing" | "aside";

export interface PathPiece {
  /** The same object for the same line: only pieces that are new are drawn anew. */
  key: object;
  line: readonly LngLat[];
  look: PieceLook;
  chosen: boolean;
}

export function pathPieces(view: MapView, colour: string, zIndex = 3) {
  const source = new VectorSource();
  const layer = new VectorLayer({
    source,
    zIndex,
    style: (feature, resolution) => keptStyle(feature as Feature<LineString>, resolution, colour),
    updateWhileAnimating: true,
  });
  view.map.addLayer(layer);
  let drawn = new Map<object, Feature<LineString>>();
  return {
    show(pieces: readonly PathPiece[]) {
      const next = new Map<object, Feature<LineString>>();
      for (const { key, line, look, chosen } of pieces) {
        const feature = drawn.get(key) ?? new Feature(new LineString(line.map((point) => fromLonLat([...point]))));
        if (!drawn.has(key)) source.addFeature(feature);
        if (feature.get("look") !== look || feature.get("chosen") !== chosen) feature.setProperties({ look, chosen });
        next.set(key, feature);
      }
      for (const [key, feature] of drawn) if (!next.has(key)) source.removeFeature(feature);
      drawn = next;
    },
    dispose: () => view.map.removeLayer(layer),
  };
}

const kept = new WeakMap<Feature<LineString>, { of: string; styles: Style[] }>();

/** A piece that is as it was is not styled anew each time that another one moves: its arrows are laid along its whole length. */
function keptStyle(piece: Feature<LineString>, resolution: number, colour: string): Style[] {
  const [look, chosen] = [piece.get("look") as PieceLook, piece.get("chosen") === true];
  const of = `${look} ${chosen} ${resolution}`;
  const known = kept.get(piece);
  if (known?.of === of) return known.styles;
  const styles = styleOf(look, chosen, piece.getGeometry()!, resolution, colour);
  kept.set(piece, { of, styles });
  return styles;
}

function styleOf(look: PieceLook, chosen: boolean, line: LineString, resolution: number, colour: string): Style[] {
  const glow = chosen ? [stroke(HIGHLIGHT, 13, { zIndex: 1 })] : [];
  if (look === "aside") return [...glow, stroke(OTHER_LINE, 3, { zIndex: 1, lineDash: [1, 6] })];
  if (look === "asked")
    return [...glow, stroke(HALO, 7, { zIndex: 2 }), stroke(colour, 3.5, { zIndex: 3, lineDash: [4, 8] })];
  if (look === "missing")
    return [...glow, stroke(HALO, 7, { zIndex: 2 }), stroke(BREAK, 4, { zIndex: 3, lineDash: [8, 7] })];
  const fill = look === "doubtful" ? DOUBTFUL : colour;
  const body = [stroke(HALO, 9, { zIndex: 2 }), stroke(CASING, 6.5, { zIndex: 3 }), stroke(fill, 5, { zIndex: 4 })];
  if (look === "free") return [...glow, ...body, stroke(HALO, 2.4, { zIndex: 5, lineDash: [2, 9] })];
  return [...glow, ...body, arrows(line, resolution)];
}

function stroke(color: string, width: number, { zIndex, lineDash }: { zIndex: number; lineDash?: number[] }): Style {
  return new Style({ zIndex, stroke: new Stroke({ color, width, lineDash, lineCap: "round", lineJoin: "round" }) });
}

function arrows(line: LineString, resolution: number): Style {
  const chevrons = chevronsAlong(line.getFlatCoordinates(), 72 * resolution, 3 * resolution);
  return new Style({
    zIndex: 5,
    geometry: new MultiLineString(
      chevrons.flat(),
      "XY",
      chevrons.map((_, i) => (i + 1) * 6),
    ),
    stroke: new Stroke({ color: HALO, width: 1.8, lineCap: "round", lineJoin: "round" }),
  });
}
