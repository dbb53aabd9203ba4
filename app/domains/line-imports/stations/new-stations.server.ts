import type { Transaction } from "kysely";
import { roadDistances } from "~/domains/roads/queries.server";
import { doubtPlace, stationRecord } from "~/domains/stations/queries.server";
import type { Author } from "~/kit/data/db/history.server";
import type { Database } from "~/kit/data/db/pool.server";
import { createRecords } from "~/kit/data/db/each-record.server";
import type { DB } from "~/kit/data/db/tables";
import { newKey } from "~/kit/ground/key";
import type { LngLat } from "~/transit/geo/coordinates";
import { stationColumns } from "./columns";
import { withNumbers } from "./known-stations.server";
import { metresText, type NewStation } from "./match";
import type { StationResult } from "./preview";
import type { RowReport } from "./row-report";

/** Gives new stations without a number one, where a prefix says that this is wanted; else each is a fault of its row. */
export async function numberNew(
  on: Database,
  added: readonly NewStation[],
  prefix: string,
  report: RowReport,
): Promise<void> {
  const nameless = added.filter(({ staSelfCode }) => !staSelfCode);
  if (nameless.length > 0 && prefix) return withNumbers(on, prefix, nameless, added);
  const first = report.columnOf("staSelfCode") === stationColumns.staSelfCode.label ? "选择编号所在的列" : "填写编号";
  for (const { row } of nameless)
    report.error(row, "staSelfCode", `新建站点需要编号：请${first}，或填写“新站编号前缀”自动编号`);
}

export async function createStations(
  trx: Transaction<DB>,
  author: Author,
  added: readonly NewStation[],
): Promise<{ keys: Map<string, string>; created: StationResult["created"] }> {
  const keys = new Map(added.map(({ key }) => [key, newKey()]));
  const stations = added.map(({ key, row: _row, ...values }) => ({
    ...values,
    staUuid: keys.get(key)!,
    staKind: 1,
    state: 10,
    isShare: false,
    facilities: 0,
  }));
  await createRecords(trx, author, stationRecord, stations, "import");
  return { keys, created: stations.map(({ staUuid, staSelfCode, staName }) => ({ staUuid, staSelfCode, staName })) };
}

const farFromRoad = 50;

/** Doubts about where new stations would stand: beside all roads, or where the operator does not drive. */
export async function doubtPlaces(added: readonly NewStation[], withRoads: boolean, report: RowReport): Promise<void> {
  for (const { row, lng, lat } of added) {
    for (const { message } of doubtPlace({ lng, lat })) report.warning(row, "lng", message);
  }
  if (!withRoads) return;
  const metres = await roadDistances(
    added.map(({ lng, lat }): LngLat => [lng, lat]),
    300,
  );
  added.forEach(({ row }, at) => {
    const away = metres[at] ?? null;
    if (away === null || away > farFromRoad)
      report.warning(
        row,
        "lng",
        `新站离最近的道路${away === null ? "超过 300 米" : ` ${metresText(away)}`}，请核对坐标和坐标系`,
      );
  });
}
