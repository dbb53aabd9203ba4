import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { FileCrs } from "~/transit/geo/file-crs";
import type { CrsOffset } from "~/transit/geo/likely-crs";
import type { Direction } from "~/domains/lines/directions";
import { visibleLines } from "~/domains/lines/queries.server";
import { isSecondDirection, readLineView } from "~/domains/parameters/queries.server";

/** Where a file says that a direction of a line drives; WGS84. */
export interface LineReference {
  referenceUuid: string;
  lineUuid: string;
  direction: Direction;
  referenceName: string;
  fileName: string | null;
  crs: FileCrs;
  path: LngLat[];
  offsets: CrsOffset[];
  version: number;
  updatedAt: Date;
  updatedByName: string | null;
}

export async function findReference(
  viewer: Viewer,
  lineUuid: string,
  direction: Direction,
): Promise<LineReference | undefined> {
  return (await referencesOf(viewer, lineUuid)).find((one) => one.direction === direction);
}

export async function referencesOf(viewer: Viewer, lineUuid: string): Promise<LineReference[]> {
  const isSecond = isSecondDirection(await readLineView(), sql`r.direction`, sql`r.line_uuid`);
  const found = await sql<Omit<LineReference, "path"> & { coords: number[] }>`
    select r.reference_uuid, r.line_uuid, r.direction, r.reference_name, r.file_name, r.crs, r.coords, r.offsets, r.version, r.updated_at, u.user_name as updated_by_name
    from line_reference r join line on line.line_uuid = r.line_uuid left join app_user u on u.user_id = r.updated_by
    where r.line_uuid = ${lineUuid} and r.deleted_at is null and line.deleted_at is null and ${visibleLines(viewer)} order by ${isSecond}`.execute(
    db(),
  );
  return found.rows.map(({ coords, offsets, ...row }) => ({
    ...row,
    offsets: Array.isArray(offsets) ? offsets : [],
    path: Array.from({ length: coords.length >> 1 }, (_, at) => [coords[2 * at]!, coords[2 * at + 1]!] as const),
  }));
}
