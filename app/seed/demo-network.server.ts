import { sql, type Transaction } from "kysely";
import { writeContent } from "~/domains/line-versions/write-content.server";
import { chunks } from "~/kit/ground/chunks";
import { type DirectionContent } from "~/domains/line-versions/content.server";
import { withDistances } from "~/domains/line-versions/with-distances";
import { lengthOf } from "~/domains/line-versions/sequence/measure";
import { variantNames } from "~/domains/lines/choices";
import { classifyRecord, lineKeys, lineRecord } from "~/domains/lines/records.server";
import { snapshotOf } from "~/domains/line-versions/snapshot.server";
import { standbyRecord } from "~/domains/line-versions/standby/standby.server";
import { replaceRoads } from "~/domains/roads/store-roads.server";
import { stationRecord } from "~/domains/stations/queries.server";
import { type Change, recordChange } from "~/kit/data/db/history.server";
import { newKey } from "~/kit/data/db/pool.server";
import { plainRecord, type RecordTable } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { placeKeys } from "~/kit/data/search/search-keys";
import { demoCity, demoNames, type DemoDirection, type DemoLine, type DemoStation } from "./demo-city";

const bySystem = { createdBy: "system", updatedBy: "system" };

export async function seedDemoNetwork(trx: Transaction<DB>, fleets: string[]): Promise<void> {
  const { edges, stations, lines } = demoCity();
  await replaceRoads(trx, edges);
  await seedLines(trx, lines, fleets, await seedStations(trx, stations));
  await seedStandby(trx);
}

/** The express line keeps one of the stops that it passes by, for when its third stop is closed. */
async function seedStandby(trx: Transaction<DB>): Promise<void> {
  const rows = await sql<Record<string, unknown>>`
    insert into line_standby (standby_uuid, line_uuid, direction, sta_uuid, replaces_uuid, remark, created_by, updated_by)
    select ${newKey()}, called.line_uuid, 1, near.sta_uuid, called.sta_uuid, '施工封站时停靠', 'system', 'system'
    from (select l.line_uuid, s.* from line l join line_classify c on c.main_uuid = l.line_uuid join line_version v using (classify_sid) join line_station ls using (version_uuid) join station s using (sta_uuid)
      where l.line_name = ${demoNames.lines.express} and ls.direction = 1 and ls.serial = 3 and v.state = 'effective' limit 1) called,
    lateral (select sta_uuid from station s where s.sta_name not in (select s.sta_name from line_classify c join line_version v using (classify_sid) join line_station using (version_uuid) join station s using (sta_uuid) where c.main_uuid = called.line_uuid)
      order by metres_between(s.lng, s.lat, called.lng, called.lat), s.sta_uuid limit 1) near
    returning *`.execute(trx);
  await keepRecords(trx, standbyRecord, rows.rows);
}

type KnownStation = { staUuid: string; staName: string; lng: number; lat: number };

/** Answers the stations by number. */
async function seedStations(
  trx: Transaction<DB>,
  stations: readonly DemoStation[],
): Promise<Map<string, KnownStation>> {
  const keys = stations.map(() => newKey());
  const rows = stations.map((station, at) => ({
    staUuid: keys[at]!,
    oppositeSta: keys[findOther(stations, at)] ?? null,
    ...station,
    ...placeKeys(station.staName, station.staSelfCode),
    ...bySystem,
  }));
  await keepRecords(trx, stationRecord, await trx.insertInto("station").values(rows).returningAll().execute());
  return new Map(rows.map((row) => [row.staSelfCode, row]));
}

/** The two sides of a road stand behind one another, under one name. */
function findOther(stations: readonly DemoStation[], at: number): number {
  const first = stations.findIndex(({ staName }) => staName === stations[at]!.staName);
  const other = at === first ? first + 1 : first;
  return at > first + 1 || stations[other]?.staName !== stations[at]!.staName ? -1 : other;
}

async function seedLines(
  trx: Transaction<DB>,
  lines: readonly DemoLine[],
  fleets: readonly string[],
  stations: ReadonlyMap<string, KnownStation>,
): Promise<void> {
  if (fleets.length === 0) throw new Error("the demo lines need at least one organisation");
  const planned = lines.map((line, index) => ({
    line,
    lineUuid: newKey(),
    classifySid: newKey(),
    orgId: fleets[index % fleets.length]!,
  }));
  const lineRows = planned.map(({ line: { versions, ...line }, lineUuid, orgId }) => {
    const [up, down] = versions[0]!.directions;
    return {
      lineUuid,
      orgId,
      ...line,
      ...lineKeys(line),
      upMileage: up?.mileage ?? null,
      downMileage: down?.mileage ?? null,
      ...bySystem,
    };
  });
  await keepRecords(trx, lineRecord, await trx.insertInto("line").values(lineRows).returningAll().execute());
  const variants = planned.map(({ lineUuid, classifySid }) => ({
    classifySid,
    mainUuid: lineUuid,
    classifyName: variantNames[1],
    sortType: 1,
    ...bySystem,
  }));
  await keepRecords(
    trx,
    classifyRecord,
    await trx.insertInto("lineClassify").values(variants).returningAll().execute(),
  );

  const versions = planned.flatMap(({ line, classifySid }) =>
    line.versions.map(({ directions, ...version }, index) => ({
      ...version,
      classifySid,
      versionUuid: newKey(),
      version: index + 1,
      content: directions.map((one) => contentOf(one, stations)),
    })),
  );
  const firsts = new Map(
    versions.filter(({ version }) => version === 1).map(({ classifySid, versionUuid }) => [classifySid, versionUuid]),
  );
  const versionRows = versions.map(({ content: _content, from, until, ...version }) => ({
    ...version,
    ...(version.version > 1 && { baseUuid: firsts.get(version.classifySid), baseNumber: 1 }),
    valid: from && `[${from},${until ?? ""})`,
    ...bySystem,
  }));
  await trx.insertInto("lineVersion").values(versionRows).execute();
  await writeContent(trx, versions);
  const names = new Map([...stations.values()].map((station) => [station.staUuid, station]));
  await keepCreated(
    trx,
    versions.map(({ versionUuid, version, state, content, ...period }) => {
      const standing = state === "effective" && period.from! > demoNames.validFrom ? "planned" : state;
      return {
        room: lineRecord.room,
        key: versionUuid,
        version,
        after: snapshotOf({ ...period, standing, validFrom: period.from, validTo: period.until }, content, names),
      };
    }),
  );
}

function contentOf(
  { direction, stations, path, edges, gaps, ...match }: DemoDirection,
  known: ReadonlyMap<string, KnownStation>,
): DirectionContent {
  const rows = stations.map(({ serial: _serial, staSelfCode, ...call }) => ({
    ...call,
    staUuid: known.get(staSelfCode)!.staUuid,
    inRadius: 50,
    outRadius: 30,
    limitSpeed: null,
    alias: null,
    aliasEn: null,
  }));
  const laid = { points: path, edgeKeys: edges.map(drivenKey), gaps, vias: [], freeHand: [], ...match };
  const places = new Map([...known.values()].map((station) => [station.staUuid, station]));
  const mileage = lengthOf(path);
  return withDistances({ direction, rows, path: { ...laid, source: "match", mileage } }, places);
}

/** `900000001:3+` is driven along its coordinates, `900000001:3-` against them. */
const drivenKey = ({ edgeKey, forward }: DemoDirection["edges"][number]) => `${edgeKey}${forward ? "+" : "-"}`;

async function keepRecords(
  trx: Transaction<DB>,
  kept: RecordTable,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  await keepCreated(
    trx,
    rows.map((row) => ({ room: kept.room, key: String(row[kept.key]), version: 1, after: plainRecord(kept, row) })),
  );
}

async function keepCreated(trx: Transaction<DB>, created: readonly Omit<Change, "action">[]): Promise<void> {
  const changes = created.map((change) => ({ ...change, action: "create" as const }));
  for (const some of chunks(changes, 2000)) await recordChange(trx, { userId: "system", userName: "系统" }, ...some);
}
