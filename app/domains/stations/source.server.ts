import { type RawBuilder, sql } from "kysely";
import { pictureColumn } from "~/kit/room/pictures.server";
import { defineRecords } from "~/kit/room/served.server";
import { isoTime } from "~/kit/data/db/iso-time";
import { isSortedFor } from "~/kit/data/db/sorted-day.server";
import type { RecordSource } from "~/kit/room/source.server";
import { foundIn } from "~/kit/data/search/found.server";
import { betweenSpellings } from "~/kit/data/search/search-keys";
import { today } from "~/kit/ground/time/today.server";
import { growBox } from "~/transit/geo/lng-lat";
import { doubtPlace } from "./doubtful-place.server";
import type { StationFilters } from "./filters";
import { type StationRow, stationRoom } from "./room";

/** `offset 0` keeps each station's few calls the first step: joined the other way round, every row reads all lines. */
const columns = (
  asOf: string | undefined,
) => sql`station.sta_uuid, sta_self_code, sta_name, name_en, pronunciation, split_part(pinyin, ${betweenSpellings}, 1) as pinyin, initials, lng, lat, azimuth, road, road_side, district, address, nearby,
  opposite_sta, ${opposite(sql`sta_self_code`)} as opposite_code, ${opposite(sql`sta_name`)} as opposite_name,
  sta_kind, state, facilities, open_date, stop_date, is_share, remark, source, ${pictureColumn(stationRoom, "station")} as image, version,
  ${isoTime(sql`updated_at`)} as updated_at,
  ${asOf ?? null}::text as as_of,
  ${lineCount(asOf)} as line_count`;

const opposite = (column: RawBuilder<unknown>) =>
  sql`(select across.${column} from station across where across.sta_uuid = station.opposite_sta)`;

const lineCount = (
  asOf: string | undefined,
) => sql`(select count(distinct called.main_uuid) from line_station ls, lateral (select l.line_uuid as main_uuid
      from line_version v join line_classify c using (classify_sid) join line l on l.line_uuid = c.main_uuid
      where v.version_uuid = ls.version_uuid and v.valid @> ${asOf ?? today()}::date and v.deleted_at is null and c.deleted_at is null and l.deleted_at is null
      offset 0) called
    where ls.sta_uuid = station.sta_uuid)`;

const kept = defineRecords<StationRow, StationFilters>(stationRoom, {
  table: "station",
  searched: ["staName", "staSelfCode"],
  reading: "pronunciation",
  ordered: "place",
  codeOrder: true,
  derived: ["sourceHash", "sortLines"],
  unique: {
    station_code_living: "staSelfCode",
    station_source_living: { path: "source", message: "这个来源的站点已经导入" },
  },
  filters: {
    staName: (text) => foundIn("station", text, ["sta_name"]),
    staSelfCode: (text) => foundIn("station", text, ["sta_self_code"]),
    district: (digits) => sql`station.district like ${`${digits.replace(/\D/g, "")}%`}`,
  },
  where: ({ keyword, searchKey, lng, lat, radius = 500, minLng, minLat, maxLng, maxLat }) => [
    ...(keyword && searchKey ? [foundIn("station", keyword, columnsOfKey[searchKey])] : []),
    ...(lng !== undefined && lat !== undefined ? [near(lng, lat, radius)] : []),
    ...(minLng !== undefined && minLat !== undefined && maxLng !== undefined && maxLat !== undefined
      ? [sql`${place} <@ box(point(${minLng}, ${minLat}), point(${maxLng}, ${maxLat}))`]
      : []),
  ],
  order: ["staSelfCode", { staName: sql`station.name_order` }, "state", "staKind", "road", "district", "updatedAt"],
});

/** Stations belong to no organisation: everybody who may read them sees all; with the lines that call there on a day. */
export const stationSource: RecordSource<StationRow, StationFilters> = {
  ...kept,
  doubts: doubtPlace,
  get select() {
    return columns(undefined);
  },
  get order() {
    return orderAsOf(undefined);
  },
};
const orderAsOf = (asOf: string | undefined) => ({
  ...kept.order,
  lineCount: isSortedFor(asOf ?? today()) ? sql`station.sort_lines` : lineCount(asOf),
});

export const stationRecord = stationSource.kept;

export const stationsAsOf = (asOf: string | undefined): typeof stationSource => ({
  ...stationSource,
  select: columns(asOf),
  order: { away: stationSource.order.staSelfCode!, ...orderAsOf(asOf) },
});

export function stationsAround({ lng, lat }: { lng: number; lat: number }, asOf?: string): typeof stationSource {
  const away = sql`metres_between(station.lng, station.lat, ${lng}, ${lat})`;
  return { ...stationSource, select: sql`${columns(asOf)}, ${away} as away`, order: { away, ...orderAsOf(asOf) } };
}

const columnsOfKey = { staName: ["sta_name", "pinyin", "initials"], staSelfCode: ["sta_self_code"] };

const place = sql`point(station.lng, station.lat)`;

function near(lng: number, lat: number, radius: number): RawBuilder<unknown> {
  const { minLng, minLat, maxLng, maxLat } = growBox({ minLng: lng, minLat: lat, maxLng: lng, maxLat: lat }, radius);
  return sql`(${place} <@ box(point(${minLng}, ${minLat}), point(${maxLng}, ${maxLat})) and metres_between(station.lng, station.lat, ${lng}, ${lat}) <= ${radius})`;
}
