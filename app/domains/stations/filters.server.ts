import { type RawBuilder, sql } from "kysely";
import { foundAnywhere, foundIn } from "~/kernel/search/found.server";
import type { StationFilters } from "./schema";

/** The filters of a station list as SQL. */
export function stationWhere(filters: StationFilters): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`station.deleted_at is null`];
  if (filters.keyword) parts.push(foundAnywhere("station", filters.keyword, ["sta_name", "sta_self_code", "pinyin", "initials"]));
  if (filters.staName) parts.push(foundIn("station", filters.staName, ["sta_name"]));
  if (filters.staSelfCode) parts.push(foundIn("station", filters.staSelfCode, ["sta_self_code"]));
  if (filters.state !== undefined) parts.push(sql`station.state = ${filters.state}`);
  if (filters.staKind !== undefined) parts.push(sql`station.sta_kind = ${filters.staKind}`);
  if (filters.district) parts.push(sql`station.district like ${`${filters.district.replace(/\D/g, "")}%`}`);
  const { lng, lat, minLng, minLat, maxLng, maxLat } = filters;
  if (lng !== undefined && lat !== undefined) parts.push(near(lng, lat, filters.radius ?? 500));
  if (minLng !== undefined && minLat !== undefined && maxLng !== undefined && maxLat !== undefined) {
    parts.push(sql`point(station.lng, station.lat) <@ box(point(${minLng}, ${minLat}), point(${maxLng}, ${maxLat}))`);
  }
  return sql.join(parts, sql` and `);
}

/** What a station list may be sorted by; around a point, the nearest come first. */
export function stationOrder(around?: { lng: number; lat: number }): Record<string, RawBuilder<unknown>> {
  return {
    staSelfCode: sql`station.sta_self_code`,
    staName: sql`station.sta_name`,
    state: sql`station.state`,
    staKind: sql`station.sta_kind`,
    road: sql`station.road`,
    district: sql`station.district`,
    updatedAt: sql`station.updated_at`,
    ...(around && { away: sql`metres_between(station.lng, station.lat, ${around.lng}, ${around.lat})` }),
  };
}

function near(lng: number, lat: number, radius: number): RawBuilder<unknown> {
  const dLat = radius / 111_195;
  const dLng = Math.min(180, dLat / Math.max(0.01, Math.cos((lat * Math.PI) / 180)));
  return sql`(point(station.lng, station.lat) <@ box(point(${lng - dLng}, ${lat - dLat}), point(${lng + dLng}, ${lat + dLat}))
    and metres_between(station.lng, station.lat, ${lng}, ${lat}) <= ${radius})`;
}
