import { page } from "~/kit/page/http/page.server";
import { StationFilters } from "../filters";
import { listStations } from "../queries.server";
import { stationRoom } from "../room";

/** The stations within 500 m of a point, nearest first, for the map picker. */
export const loader = page(stationRoom.may.read, async ({ viewer, url }) => {
  const asked = StationFilters.pick({ lng: true, lat: true })
    .required()
    .safeParse(Object.fromEntries(url.searchParams));
  if (!asked.success) return Response.json({ stations: [] }, { status: 400 });
  const { rows } = await listStations(viewer, {
    page: 1,
    size: 50,
    sort: [{ id: "away", desc: false }],
    filters: asked.data,
  });
  return Response.json({ stations: rows.map(({ staName, lng, lat }) => ({ staName, lng, lat })) });
});
