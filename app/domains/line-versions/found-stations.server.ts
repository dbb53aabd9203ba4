import { listStations } from "~/domains/stations/queries.server";
import type { StationRow } from "~/domains/stations/room";
import type { Viewer } from "~/kit/data/access/viewer";

/** A station as far as people tell it from others; `byRoad`: it does not say how a bus heads there, its side of the road does. */
export type FoundStation = { byRoad?: boolean } & Pick<
  StationRow,
  "staUuid" | "staName" | "staSelfCode" | "road" | "roadSide" | "azimuth" | "lng" | "lat"
>;

export async function foundStations(viewer: Viewer, find: string): Promise<StationRow[]> {
  const { rows } = await listStations(viewer, {
    page: 1,
    size: 12,
    sort: [{ id: "staName", desc: false }],
    filters: { keyword: find.slice(0, 64) },
  });
  return rows;
}
