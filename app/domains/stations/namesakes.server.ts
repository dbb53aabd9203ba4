import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db } from "~/kit/data/db/pool.server";

export interface Namesake {
  staUuid: string;
  staSelfCode: string;
  staName: string;
  azimuth: number | null;
  lng: number;
  lat: number;
}

export async function stationsCalled(
  _viewer: Viewer,
  { numbers, names }: { numbers: readonly string[]; names: readonly string[] },
  on: Database = db(),
): Promise<Namesake[]> {
  const found = await sql<Namesake>`
    select sta_uuid, sta_self_code, sta_name, azimuth, lng, lat from station
    where deleted_at is null and (sta_self_code = any(${[...numbers]}) or sta_name = any(${[...names]}))`.execute(on);
  return found.rows;
}
