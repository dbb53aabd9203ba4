import { unByKey } from "ol/Observable.js";
import type OlMap from "ol/Map.js";
import { getPointResolution } from "ol/proj.js";
import { roundLength } from "./line-drawing";

/** Keeps an element as wide as the round length written in it is on the map. */
export function keepScale(map: OlMap, element: HTMLElement): () => void {
  const update = () => {
    const [resolution, centre] = [map.getView().getResolution(), map.getView().getCenter()];
    if (!resolution || !centre) return;
    const perPixel = getPointResolution("EPSG:3857", resolution, centre);
    const metres = roundLength(120 * perPixel);
    element.style.width = `${Math.round(metres / perPixel)}px`;
    element.textContent = metres < 1000 ? `${metres}米` : `${metres / 1000}公里`;
  };
  const key = map.on("moveend", update);
  return () => unByKey(key);
}
