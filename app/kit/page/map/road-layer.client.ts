import MVT from "ol/format/MVT.js";
import VectorTileLayer from "ol/layer/VectorTile.js";
import type { FeatureLike } from "ol/Feature.js";
import VectorTileSource from "ol/source/VectorTile.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import { GROUND, HALO, ROAD_NAME, roadStrokes } from "./road-style";
import type { RoadStroke } from "./road-style";
import { LAST_TILE_ZOOM } from "./tile-box";
import { FONT } from "./text-font";

export function roadLayer(url: string, attribution: string): VectorTileLayer {
  const source = new VectorTileSource({
    format: new MVT(),
    url,
    maxZoom: LAST_TILE_ZOOM,
    tileSize: 512,
    attributions: attribution,
    transition: 0,
  });
  return new VectorTileLayer({ source, style: roadStyles(), declutter: "roads", background: GROUND, renderBuffer: 64 });
}

function roadStyles() {
  const strokes = new Map<string, Style[]>();
  return (feature: FeatureLike, resolution: number): Style[] => {
    const zoom = Math.log2(156543.03392804097 / resolution);
    const rank = Number(feature.get("rank"));
    const key = `${rank}|${Math.round(zoom * 4)}`;
    let styles = strokes.get(key);
    if (!styles) strokes.set(key, (styles = strokesOf(rank, zoom)));
    const name = feature.get("name") as string | undefined;
    return name && zoom >= (rank <= 3 ? 13 : rank <= 4 ? 14.5 : 16) ? [...styles, nameOf(name, rank)] : styles;
  };
}

function strokesOf(rank: number, zoom: number): Style[] {
  const { casing, fill } = roadStrokes(rank, zoom);
  return [casing && strokeOf(casing, 6 - rank), fill && strokeOf(fill, 13 - rank)].filter(
    (style) => style !== undefined,
  );
}

function strokeOf({ color, width }: RoadStroke, zIndex: number): Style {
  return new Style({ zIndex, stroke: new Stroke({ color, width, lineCap: "round", lineJoin: "round" }) });
}

function nameOf(text: string, rank: number): Style {
  return new Style({
    zIndex: 20 - rank,
    text: new Text({
      text,
      font: `${rank <= 3 ? 12 : 11}px ${FONT}`,
      placement: "line",
      fill: new Fill({ color: ROAD_NAME }),
      stroke: new Stroke({ color: HALO, width: 3 }),
      maxAngle: 0.6,
    }),
  });
}
