import type BaseLayer from "ol/layer/Base.js";
import { baseLayer } from "./base-layer.client";
import type { MapSettings } from "./map-settings";
import type { MapView } from "./map-view.client";

/** Puts another base map under everything, or none; the last one asked for wins. */
export function baseChoice(view: MapView): (settings: MapSettings | null) => Promise<void> {
  let asked = 0;
  let current: BaseLayer | undefined;
  return async (settings) => {
    const mine = ++asked;
    await view.based;
    const next = settings ? await baseLayer(settings) : undefined;
    if (mine !== asked) return;
    current ??= view.map.getLayers().item(0);
    view.map.removeLayer(current);
    if (next) view.map.getLayers().insertAt(0, next);
    current = next ?? current;
  };
}
