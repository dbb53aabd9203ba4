import { nearestRoad } from "~/domains/roads/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { clickedPlace } from "~/kit/page/map/click-map";
import { type Axis, degreeExamples, readDegrees } from "~/transit/geo/degrees";
import { isLngLat } from "~/transit/geo/lng-lat";
import type { Via } from "~/domains/line-versions/schema";
import { offRoad, viaReach } from "./propose.server";

/** The point that a form of the match page adds to a gap, clicked or typed and put on the nearest road; its fault in words, or null where none is added. */
export async function addedVia(
  viewer: Viewer,
  search: URLSearchParams,
  gap: number | null,
): Promise<Via | string | null> {
  if (gap === null || !(search.has("add") || search.has("at.x"))) return null;
  const clicked = clickedPlace(search, "at");
  const [lng, lat] = clicked ?? [typed(search, "lng"), typed(search, "lat")];
  if (Number.isNaN(lng) || Number.isNaN(lat))
    return `请输入经度和纬度，例如 ${degreeExamples.lng}，${degreeExamples.lat}`;
  if (!isLngLat(lng, lat)) return "经度在 -180 到 180 之间，纬度在 -90 到 90 之间";
  const road = await nearestRoad(viewer, lng, lat, viaReach);
  return road ? { gap, lng: degrees(road.lng), lat: degrees(road.lat) } : offRoad;
}

const degrees = (value: number) => Number(value.toFixed(6));
const typed = (search: URLSearchParams, axis: Axis) => readDegrees(search.get(axis) ?? "", axis) ?? NaN;
