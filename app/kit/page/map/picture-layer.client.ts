import TileLayer from "ol/layer/Tile.js";
import XYZ from "ol/source/XYZ.js";
import type { BaseMap } from "./base-maps";
import { GROUND } from "./road-style";
import { registerShiftedProjections } from "./shifted-projections.client";

/** A layer of picture tiles, bent back onto the true map where they lie shifted. */
export function pictureLayer({ url, shift, maxZoom, attribution }: BaseMap): TileLayer {
  registerShiftedProjections();
  const source = new XYZ({
    url,
    maxZoom,
    projection: shift === "none" ? "EPSG:3857" : shift,
    attributions: attribution,
  });
  return new TileLayer({ source, background: GROUND });
}
