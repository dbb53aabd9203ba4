import type { Transaction } from "kysely";
import { chunks, type DirectionContent, writeContent } from "~/domains/lines/content.server";
import { classifyRecord, lineKeys, lineRecord } from "~/domains/lines/records.server";
import { replaceRoads } from "~/domains/roads/store-roads.server";
import { stationRecord } from "~/domains/stations/queries.server";
import { recordChange } from "~/kernel/db/history.server";
import { newKey } from "~/kernel/db/pool.server";
import { plainRecord, type RecordTable } from "~/kernel/db/records.server";
import type { DB } from "~/kernel/db/tables";
import { searchKeys } from "~/kernel/search/search-keys";
import { demoCity, type DemoDirection, type DemoLine, type DemoStation } from "./demo-city";

const bySystem = { createdBy: "system", updatedBy: "system" };

/** Writes the demo city's roads, stations and lines, with their history; the lines are spread over the fleets in turn. */
export async function seedDemoNetwork(trx: Transaction<DB>, fleets: string[]): Promise<void> {
  const { edges, stations, lines } = demoCity();
  await replaceRoads(trx, edges);
  const staUuids = await seedStations(trx, stations);
  await seedLines(trx, lines, fleets, staUuids);
}

/** Answers the keys by station number. */
async function seedStations(trx: Transaction<DB>, stations: readonly DemoStation[]): Promise<Map<string, string>> {
  const rows = stations.map((station) => ({ staUuid: newKey(), ...station, ...searchKeys(station.staName, station.staSelfCode), ...bySystem }));
  await keepHistory(trx, stationRecord, await trx.insertInto("station").values(rows).returningAll().execute());
  return new Map(rows.map((row) => [row.staSelfCode, row.staUuid]));
}

async function seedLines(trx: Transaction<DB>, lines: readonly DemoLine[], fleets: readonly string[], staUuids: ReadonlyMap<string, string>): Promise<void> {
  if (fleets.length === 0) throw new Error("the demo lines need at least one organisation");
  const planned = lines.map((line, index) => ({ line, lineUuid: newKey(), classifySid: newKey(), orgId: fleets[index % fleets.length]! }));
  const lineRows = planned.map(({ line: { versions, ...line }, lineUuid, orgId }) => {
    const [up, down] = versions[0]!.directions;
    return { lineUuid, orgId, ...line, ...lineKeys(line), upMileage: up?.mileage ?? null, downMileage: down?.mileage ?? null, ...bySystem };
  });
  await keepHistory(trx, lineRecord, await trx.insertInto("line").values(lineRows).returningAll().execute());
  const variants = planned.map(({ lineUuid, classifySid }) => ({ classifySid, mainUuid: lineUuid, classifyName: "主方案", sortType: 1, ...bySystem }));
  await keepHistory(trx, classifyRecord, await trx.insertInto("lineClassify").values(variants).returningAll().execute());

  const versions = planned.flatMap(({ line, classifySid }) => line.versions.map((version) => ({ ...version, classifySid, versionUuid: newKey() })));
  const versionRows = versions.map(({ versionUuid, classifySid, state, from, until, note }) => ({ versionUuid, classifySid, state, note, valid: from && `[${from},${until ?? ""})`, ...bySystem }));
  await trx.insertInto("lineVersion").values(versionRows).execute();
  await writeContent(trx, versions.map(({ versionUuid, directions }) => ({ versionUuid, content: directions.map((one) => contentOf(one, staUuids)) })));
}

function contentOf({ direction, stations, path, edges, ...match }: DemoDirection, staUuids: ReadonlyMap<string, string>): DirectionContent {
  const rows = stations.map(({ serial: _serial, staSelfCode, ...call }) => ({
    ...call,
    staUuid: staUuids.get(staSelfCode)!,
    ...{ inRadius: 50, outRadius: 30, limitSpeed: null, alias: null, aliasEn: null },
  }));
  return { direction, rows, path: { points: path, edgeKeys: edges.map(drivenKey), source: "match", ...match } };
}

/** `900000001:3+` is driven along its coordinates, `900000001:3-` against them. */
const drivenKey = ({ edgeKey, forward }: DemoDirection["edges"][number]) => `${edgeKey}${forward ? "+" : "-"}`;

async function keepHistory(trx: Transaction<DB>, kept: RecordTable, rows: readonly Record<string, unknown>[]): Promise<void> {
  const created = rows.map((row) => ({ room: kept.room, key: String(row[kept.key]), action: "create" as const, version: 1, after: plainRecord(kept, row) }));
  for (const some of chunks(created, 2000)) await recordChange(trx, { userId: "system", userName: "系统" }, ...some);
}
