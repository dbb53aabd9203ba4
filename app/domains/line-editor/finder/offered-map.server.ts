import { roadsForMap } from "~/domains/roads/queries.server";
import { loadStations, stationsWithin } from "~/domains/stations/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { type ClickMapPicture, clickedPlace } from "~/kit/page/map/click-map";
import { clickMapPicture } from "~/kit/page/map/click-map.server";
import { boxOf, boxSize, growBox, type LngLat } from "~/transit/geo/lng-lat";
import type { TypedRow } from "~/domains/line-versions/sequence/sequence-form";
import { inWords, type StationOffer } from "./offers";

const frame = { width: 560, height: 400 };
const lastStopsShown = 3;
const pixelsAround = 16;

export async function offeredMap(
  viewer: Viewer,
  offers: readonly StationOffer[],
  rows: readonly TypedRow[],
  at: number | undefined,
): Promise<ClickMapPicture | null> {
  const found = offers.flatMap(({ found }) => found);
  const living = await loadStations(rows.flatMap(({ staUuid }) => staUuid ?? []));
  const known = new Map(living.map((station) => [station.staUuid, station]));
  const stations = rows.flatMap(({ staUuid }, nth) => {
    const station = known.get(staUuid ?? "");
    return station ? [{ serial: nth + 1, staName: station.staName, lng: station.lng, lat: station.lat }] : [];
  });
  const place = at ?? rows.length + 1;
  const near = stations.filter(({ serial }) => serial < place && serial >= place - lastStopsShown);
  const box = boxOf([...found, ...near].map(({ lng, lat }): LngLat => [lng, lat]));
  if (!box || found.length === 0) return null;
  const bounds = growBox(box, 200);
  const dots = [...new Map(found.map((one) => [one.staUuid, one])).values()].map((one) => ({
    key: one.staUuid,
    lng: one.lng,
    lat: one.lat,
    azimuth: one.azimuth,
    online: one.ticked,
    label: one.staName,
    title: [one.staName, one.staSelfCode, one.azimuth !== null && `车头朝${inWords(one.azimuth)}`]
      .filter(Boolean)
      .join(" "),
  }));
  const roads = await roadsForMap(viewer, bounds, frame);
  return clickMapPicture({ title: "查到的站点", ...frame, bounds, roads, stations, dots });
}

/** The station at the place of the picture that was clicked; null where none is, undefined where nothing was clicked. */
export async function stationClicked(
  viewer: Viewer,
  sent: Record<string, string | undefined> | undefined,
): Promise<string | null | undefined> {
  const clicked = clickedPlace({ get: (name) => sent?.[name.slice("place.".length)] }, "place");
  if (!clicked) return undefined;
  const [minLng, minLat, maxLng, maxLat] = sent!.bounds!.split(",").map(Number) as [number, number, number, number];
  const { width, height } = boxSize({ minLng, minLat, maxLng, maxLat });
  const metres = Math.max(width / (frame.width - 80), height / (frame.height - 80)) * pixelsAround;
  const [lng, lat] = clicked;
  const [station] = await stationsWithin(viewer, { lng, lat }, Math.min(Math.max(metres, 10), 2000), 1);
  return station?.staUuid ?? null;
}
