import { type RawBuilder, sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Database } from "~/kit/data/db/pool.server";
import type { TripService } from "~/transit/gtfs/trip-service";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { Direction } from "~/domains/lines/directions";
import { visibleLines } from "~/domains/lines/queries.server";
import type { LineRow } from "~/domains/lines/schema";
import { pairs, readServices } from "~/domains/line-versions/queries.server";

export interface NetworkCall {
  staUuid: string;
  staSelfCode: string;
  staName: string;
  lng: number;
  lat: number;
  /** Kilometres, and seconds, from the first station. */
  distance: number | null;
  duration: number | null;
}

export interface NetworkDirection {
  classifySid: string;
  classifyName: string;
  sortType: number;
  direction: Direction;
  calls: NetworkCall[];
  path: LngLat[];
  services: TripService[];
}

type LineFields = "lineUuid" | "lineName" | "lineType" | "orgId" | "orgName" | "departureInterval";
type Hours = "upFirst" | "upLast" | "downFirst" | "downLast";

export interface NetworkLine extends Pick<LineRow, LineFields | Hours | "longName" | "color" | "textColor"> {
  directions: NetworkDirection[];
}

const batch = 50;

/** Which network: of a day; `all` also holds lines that are not in service. */
export interface NetworkAsked {
  asOf: string;
  all?: boolean;
}

export function inService({ asOf, all }: NetworkAsked): RawBuilder<boolean> {
  return all
    ? sql`true`
    : sql`(line.state = 10 and (line.open_date is null or line.open_date <= ${asOf}) and (line.stop_date is null or line.stop_date > ${asOf}))`;
}

export const inForceOn = (asOf: string): RawBuilder<boolean> =>
  sql`(v.deleted_at is null and v.valid @> ${asOf}::date)`;

/** The lines that the viewer may see with what is in force on a day, by name; read within the caller's transaction, so that several passes see the same. */
export async function* networkOn(viewer: Viewer, asked: NetworkAsked, on: Database): AsyncGenerator<NetworkLine> {
  const { asOf } = asked;
  const heads = await sql<Omit<NetworkLine, "directions">>`
    select line.line_uuid, line.line_name, line.line_type, line.org_id, o.org_name, line.up_first, line.up_last, line.down_first, line.down_last, line.departure_interval, line.long_name, line.color, line.text_color
    from line join organisation o on o.org_id = line.org_id
    where line.deleted_at is null and ${inService(asked)} and ${visibleLines(viewer)}
      and exists (select from line_classify c join line_version v using (classify_sid) where c.main_uuid = line.line_uuid and c.deleted_at is null and ${inForceOn(asOf)})
    order by line.name_order, line.line_uuid`.execute(on);
  for (let from = 0; from < heads.rows.length; from += batch) {
    const some = heads.rows.slice(from, from + batch);
    const directions = await directionsOf(
      some.map(({ lineUuid }) => lineUuid),
      asOf,
      on,
    );
    const services = await readServices(
      on,
      directions.map(({ versionUuid }) => versionUuid),
    );
    for (const line of some)
      yield {
        ...line,
        directions: directions
          .filter(({ lineUuid }) => lineUuid === line.lineUuid)
          .map(({ lineUuid: _, versionUuid, coords, ...one }) => ({
            ...one,
            path: pairs(coords ?? []),
            services: services.filter(
              (service) => service.versionUuid === versionUuid && service.direction === one.direction,
            ),
          })),
      };
  }
}

interface NetworkVersionRow {
  lineUuid: string;
  versionUuid: string;
  coords: number[] | null;
}

async function directionsOf(lineUuids: readonly string[], asOf: string, on: Database) {
  const found = await sql<Omit<NetworkDirection, "path" | "services"> & NetworkVersionRow>`
    select c.main_uuid as line_uuid, v.version_uuid, c.classify_sid, c.classify_name, c.sort_type, ls.direction, p.coords,
      json_agg(json_build_object('staUuid', s.sta_uuid, 'staSelfCode', s.sta_self_code, 'staName', s.sta_name, 'lng', s.lng, 'lat', s.lat, 'distance', ls.distance, 'duration', ls.duration) order by ls.serial) as calls
    from line_classify c join line_version v using (classify_sid) join line_station ls using (version_uuid) join station s using (sta_uuid)
      left join line_path p on p.version_uuid = v.version_uuid and p.direction = ls.direction
    where c.main_uuid = any(${[...lineUuids]}) and c.deleted_at is null and ${inForceOn(asOf)}
    group by c.classify_sid, v.version_uuid, ls.direction, p.version_uuid, p.direction
    order by c.main_uuid, c.sort_type, c.classify_name, c.classify_sid, ls.direction`.execute(on);
  return found.rows;
}
