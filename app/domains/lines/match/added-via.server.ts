import { nearestRoad } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { clickedPlace } from "~/kit/page/map/click-map";
import { isLngLat } from "~/transit/geo/lng-lat";
import type { Via } from "../schema";
import { offRoad, viaReach } from "./propose.server";

/** The point that a form of the match page adds to a gap, clicked or typed and put on the nearest road; its fault in words, or null where none is added. */
export async function addedVia(
  viewer: Viewer,
  search: URLSearchParams,
  gap: number | null,
): Promise<Via | string | null> {
  if (gap === null || !(search.has("add") || search.has("at.x"))) return null;
  const clicked = clickedPlace(search, "at");
  const [lng, lat] = clicked ?? [typed(search.get("lng")), typed(search.get("lat"))];
  if (Number.isNaN(lng) || Number.isNaN(lat)) return "请输入经度和纬度，例如 116.38 和 39.87";
  if (!isLngLat(lng, lat)) return "经度在 -180 到 180 之间，纬度在 -90 到 90 之间";
  const road = await nearestRoad(viewer, lng, lat, viaReach);
  return road ? { gap, lng: degrees(road.lng), lat: degrees(road.lat) } : offRoad;
}

const degrees = (value: number) => Number(value.toFixed(6));
const typed = (text: string | null) => (text?.trim() ? Number(text.normalize("NFKC")) : NaN);
