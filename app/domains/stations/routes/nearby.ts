import { page } from "~/kit/page/http/page.server";
import { StationFilters } from "../filters";
import { stationsWithin } from "../queries.server";
import { stationRoom } from "../room";

/** The stations within 500 m of a point, nearest first, for the map picker. */
export const loader = page(stationRoom.may.read, async ({ viewer, url }) => {
  const asked = StationFilters.pick({ lng: true, lat: true })
    .required()
    .safeParse(Object.fromEntries(url.searchParams));
  if (!asked.success) return Response.json({ stations: [] }, { status: 400 });
  const near = await stationsWithin(viewer, asked.data, undefined, 50);
  return Response.json({ stations: near.map(({ staName, lng, lat }) => ({ staName, lng, lat })) });
});
