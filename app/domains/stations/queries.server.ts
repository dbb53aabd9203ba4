import { sql } from "kysely";
import type { Viewer } from "~/kernel/access/viewer";
import { db, inTransaction } from "~/kernel/db/pool.server";
import { createRecord, deleteRecords, findRecord, isFree, type RecordTable, restoreRecord, updateRecord } from "~/kernel/db/records.server";
import { problem } from "~/kernel/http/problem";
import { searchKeys } from "~/kernel/search/search-keys";
import { type ListPage, type ListState, pageRows } from "~/kernel/tables/page-rows.server";
import { stationOrder, stationWhere } from "./filters.server";
import type { StationFilters, StationRow, StationValues } from "./schema";

export { linesOfStation, stationUses } from "./uses.server";

export const stationRecord: RecordTable = {
  table: "station",
  key: "staUuid",
  room: "stations",
  noun: "站点",
  derived: ["pinyin", "initials", "searchGrams", "sourceHash"],
  unique: {
    station_code_living: { path: "staSelfCode", message: "站点编号已被使用" },
    station_source_living: { path: "source", message: "这个来源的站点已经导入" },
  },
};

/** One page of living stations. */
export async function listStations(_viewer: Viewer, state: ListState<StationFilters>): Promise<ListPage<StationRow>> {
  const { lng, lat } = state.filters;
  const around = lng !== undefined && lat !== undefined ? { lng, lat } : undefined;
  return pageRows<StationRow>(state, {
    key: sql`station.sta_uuid`,
    keyName: "staUuid",
    from: sql`station`,
    where: stationWhere(state.filters),
    order: stationOrder(around),
    load: (keys) => loadStations(keys, around),
  });
}

/** All stations that the filters find, at most 5,000; an error in words beyond. */
export async function allStations(viewer: Viewer, filters: StationFilters): Promise<StationRow[]> {
  const most = 5000;
  const found = await listStations(viewer, { page: 1, size: most + 1, sort: [{ id: "staSelfCode", desc: false }], filters });
  if (found.rows.length > most) throw problem.field("", `结果超过 ${most} 条，请增加筛选条件或使用 pageList`);
  return found.rows;
}

/** A living station, or undefined. */
export async function findStation(_viewer: Viewer, staUuid: string): Promise<StationRow | undefined> {
  const [row] = await loadStations([staUuid]);
  return row;
}

export async function createStation(viewer: Viewer, values: StationValues): Promise<StationRow> {
  const { staUuid } = await inTransaction((trx) => createRecord<{ staUuid: string }>(trx, viewer, stationRecord, withSearchKeys(values)));
  return (await findStation(viewer, staUuid))!;
}

/** Changes the fields given; `version` sent and out of date throws problem.stale. */
export async function updateStation(viewer: Viewer, staUuid: string, changes: Partial<StationValues>, version?: number): Promise<StationRow> {
  await inTransaction(async (trx) => {
    const current = await findRecord<StationRow>(trx, stationRecord, staUuid);
    if (!current) throw problem.missing("站点");
    const openDate = changes.openDate === undefined ? current.openDate : changes.openDate;
    const stopDate = changes.stopDate === undefined ? current.stopDate : changes.stopDate;
    if (openDate && stopDate && openDate > stopDate) throw problem.field("stopDate", "停用日期不能早于启用日期");
    await updateRecord(trx, viewer, stationRecord, staUuid, withSearchKeys({ ...changes, staName: changes.staName ?? current.staName, staSelfCode: changes.staSelfCode ?? current.staSelfCode }), version);
  });
  return (await findStation(viewer, staUuid))!;
}

/** Deletes stations, all or none; refused while a living line calls at one of them. */
export async function deleteStations(viewer: Viewer, keys: string[]): Promise<void> {
  await inTransaction(async (trx) => {
    // Locked first, so that no line can take a station on while it is being deleted.
    await trx.selectFrom("station").select("staUuid").where("staUuid", "in", keys).forUpdate().execute();
    const used = await sql<{ staName: string; lineName: string }>`
      select s.sta_name, l.line_name from station s
      join line_station ls using (sta_uuid) join line_version v using (version_uuid) join line_classify c using (classify_sid) join line l on l.line_uuid = c.main_uuid
      where s.sta_uuid = any(${keys}) and v.deleted_at is null and c.deleted_at is null and l.deleted_at is null limit 1`.execute(trx);
    const [first] = used.rows;
    if (first) throw problem.used(`站点“${first.staName}”正被线路“${first.lineName}”使用，请先从线路中移除`);
    await deleteRecords(trx, viewer, stationRecord, keys);
  });
}

/** Brings a deleted station back; a number taken meanwhile must be given anew. */
export async function restoreStation(viewer: Viewer, staUuid: string, staSelfCode?: string): Promise<StationRow> {
  await inTransaction(async (trx) => {
    const deleted = await trx.selectFrom("station").select(["staName", "staSelfCode"]).where("staUuid", "=", staUuid).where("deletedAt", "is not", null).executeTakeFirst();
    if (!deleted) throw problem.missing("站点");
    await restoreRecord(trx, viewer, stationRecord, staUuid, staSelfCode ? withSearchKeys({ staName: deleted.staName, staSelfCode }) : undefined);
  });
  return (await findStation(viewer, staUuid))!;
}

/** Whether a station number is free, leaving out the station's own. */
export function isStationNumFree(_viewer: Viewer, check: { staSelfCode: string; staUuid?: string }): Promise<boolean> {
  return isFree(db(), stationRecord, "staSelfCode", check.staSelfCode, check.staUuid);
}

/** The living stations with these keys, in no order. */
export async function loadStations(keys: readonly string[], around?: { lng: number; lat: number }): Promise<StationRow[]> {
  const away = around ? sql`metres_between(station.lng, station.lat, ${around.lng}, ${around.lat})` : sql`null::double precision`;
  const found = await sql<StationRow>`
    select sta_uuid, sta_self_code, sta_name, name_en, pinyin, initials, lng, lat, azimuth, road, road_side, district, address, nearby,
      sta_kind, state, facilities, open_date, stop_date, is_share, remark, source, version,
      to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as updated_at, ${away} as away,
      (select count(distinct c.main_uuid) from line_station ls join line_version v using (version_uuid) join line_classify c using (classify_sid)
        join line l on l.line_uuid = c.main_uuid
        where ls.sta_uuid = station.sta_uuid and v.deleted_at is null and c.deleted_at is null and l.deleted_at is null) as line_count
    from station where sta_uuid = any(${keys}) and deleted_at is null`.execute(db());
  return found.rows;
}

function withSearchKeys<V extends { staName: string; staSelfCode: string }>(values: V) {
  return { ...values, ...searchKeys(values.staName, values.staSelfCode) };
}
