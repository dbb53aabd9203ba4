import { type RawBuilder, sql } from "kysely";
import { likePattern, termGrams } from "~/kernel/search/search-keys";
import type { StationFilters } from "./schema";

/** The filters of a station list as SQL. */
export function stationWhere(filters: StationFilters): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`station.deleted_at is null`];
  if (filters.keyword) parts.push(keywordWhere(filters.keyword));
  if (filters.staName) parts.push(sql`(station.search_grams @> ${termGrams(filters.staName)} and lower(station.sta_name) like ${likePattern(filters.staName)})`);
  if (filters.staSelfCode) parts.push(sql`(station.search_grams @> ${termGrams(filters.staSelfCode)} and lower(station.sta_self_code) like ${likePattern(filters.staSelfCode)})`);
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

/** Grams find the candidates by index; the pattern then checks them, because grams may stand apart. */
function keywordWhere(keyword: string): RawBuilder<unknown> {
  const pattern = likePattern(keyword);
  const found = sql`station.search_grams @> ${termGrams(keyword)}`;
  if ([...keyword].length === 1) return found;
  return sql`(${found} and (lower(station.sta_name) like ${pattern} or lower(station.sta_self_code) like ${pattern} or station.pinyin like ${pattern} or station.initials like ${pattern}))`;
}

function near(lng: number, lat: number, radius: number): RawBuilder<unknown> {
  const dLat = radius / 111_195;
  const dLng = Math.min(180, dLat / Math.max(0.01, Math.cos((lat * Math.PI) / 180)));
  return sql`(point(station.lng, station.lat) <@ box(point(${lng - dLng}, ${lat - dLat}), point(${lng + dLng}, ${lat + dLat}))
    and metres_between(station.lng, station.lat, ${lng}, ${lat}) <= ${radius})`;
}
