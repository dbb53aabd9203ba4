import { listStations } from "~/domains/stations/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";

export interface FoundStation {
  staUuid: string;
  staName: string;
  staSelfCode: string;
  road: string | null;
  roadSide: string | null;
  azimuth: number | null;
  /** The station does not say it: its side of the road does. */
  byRoad?: boolean;
  lng: number;
  lat: number;
}

export async function foundStations(viewer: Viewer, find: string): Promise<FoundStation[]> {
  const { rows } = await listStations(viewer, {
    page: 1,
    size: 12,
    sort: [{ id: "staName", desc: false }],
    filters: { keyword: find.slice(0, 64) },
  });
  return rows.map(({ staUuid, staName, staSelfCode, road, roadSide, azimuth, lng, lat }) => ({
    ...{ staUuid, staName, staSelfCode, road, roadSide, azimuth, lng, lat },
  }));
}
