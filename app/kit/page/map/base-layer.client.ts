import type BaseLayer from "ol/layer/Base.js";
import { baseMap } from "./base-maps";
import type { MapSettings } from "./map-settings";
import { roadLayer } from "./road-layer.client";

/** The layer under everything else, as the settings ask for it; what picture tiles need is fetched only for them. */
export async function baseLayer(settings: MapSettings): Promise<BaseLayer> {
  const base = baseMap(settings);
  if (base.kind === "roads") return roadLayer(base.url);
  const { pictureLayer } = await import("./picture-layer.client");
  return pictureLayer(base);
}
