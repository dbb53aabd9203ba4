import { sql, type Transaction } from "kysely";
import { stationRecord } from "~/domains/stations/queries.server";
import type { Author } from "~/kit/data/db/history.server";
import { createRecords } from "~/kit/data/db/each-record.server";
import { type Database, newKey } from "~/kit/data/db/pool.server";
import { digestOf } from "~/kit/ground/digest.server";
import { updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import type { ImportedStation } from "~/transit/osm/bus-routes";
import { chunks } from "~/kit/ground/chunks";
import type { PlacedStation } from "./content";

interface StoredStation extends PlacedStation {
  staSelfCode: string;
  source: string;
  sourceHash: string | null;
  nameEn: string | null;
  road: string | null;
}

/** What an import does with each station of a file; `placed` has every station that will be there, by the file's key. */
export interface StationPlan {
  new: (ImportedStation & { staUuid: string; staSelfCode: string })[];
  changed: { station: ImportedStation; stored: StoredStation }[];
  unchanged: StoredStation[];
  /** Recognised among the stored ones, by number or by name and place. */
  known: ImportedStation[];
  /** Changed or deleted by a person since: left as they are. */
  kept: { name: string; code: string; deleted: boolean }[];
  placed: Map<string, PlacedStation>;
}

export async function planStations(on: Database, stations: readonly ImportedStation[]): Promise<StationPlan> {
  const keys = stations.map(({ key }) => key);
  const numbers = stations.map(({ key, code }) => code ?? key);
  const [stored, deleted, codes] = await Promise.all([
    sql<StoredStation>`select sta_uuid, sta_self_code, sta_name, name_en, lng, lat, road, source, source_hash from station where deleted_at is null and source = any(${keys})`.execute(
      on,
    ),
    sql<{
      source: string;
    }>`select distinct source from station where deleted_at is not null and source = any(${keys})`.execute(on),
    sql<{
      staSelfCode: string;
      source: string | null;
    }>`select sta_self_code, source from station where deleted_at is null and sta_self_code = any(${numbers})`.execute(
      on,
    ),
  ]);
  const bySource = new Map(stored.rows.map((row) => [row.source, row]));
  const removed = new Set(deleted.rows.map((row) => row.source));
  const taken = new Set(
    codes.rows.filter(({ staSelfCode, source }) => staSelfCode !== source).map((row) => row.staSelfCode),
  );
  const plan: StationPlan = { new: [], changed: [], unchanged: [], known: [], kept: [], placed: new Map() };
  for (const station of stations) {
    const there = bySource.get(station.key);
    const { staName, lng, lat } = station;
    if (!there && removed.has(station.key) && station.lines.length === 0) {
      plan.kept.push({ name: staName, code: station.key, deleted: true });
    } else if (!there && station.known) {
      plan.known.push(station);
      plan.placed.set(station.key, station.known);
    } else if (!there) {
      const staUuid = newKey();
      plan.new.push({ ...station, staUuid, staSelfCode: freeNumber(station, taken) });
      plan.placed.set(station.key, { staUuid, staName, lng, lat });
    } else if (there.sourceHash === hashOf(station)) {
      plan.unchanged.push(there);
      plan.placed.set(station.key, there);
    } else if (hashOf(there) === there.sourceHash) {
      plan.changed.push({ station, stored: there });
      plan.placed.set(station.key, { staUuid: there.staUuid, staName, lng, lat });
    } else {
      plan.kept.push({ name: there.staName, code: there.staSelfCode, deleted: false });
      plan.placed.set(station.key, there);
    }
  }
  return plan;
}

/** Its number, else its key, else that with a mark behind it; two stations of a file may give the same number. */
function freeNumber({ key, code }: ImportedStation, taken: Set<string>): string {
  const number = [code, key, `${key}-1`].find((one) => one !== undefined && !taken.has(one)) ?? `${key}-1`;
  taken.add(number);
  return number;
}

export async function writeStations(trx: Transaction<DB>, author: Author, plan: StationPlan): Promise<void> {
  for (const some of chunks(plan.new, 1000)) {
    const rows = some.map(({ staUuid, staSelfCode, key: source, ...station }) => ({
      ...columnsOf(station),
      staUuid,
      staSelfCode,
      source,
    }));
    await createRecords(trx, author, stationRecord, rows, "import");
  }
  for (const { station, stored } of plan.changed)
    await updateRecord(trx, author, stationRecord, stored.staUuid, columnsOf(station), undefined, "import");
}

type ComparedStation = { staName: string; nameEn: string | null; lng: number; lat: number; road: string | null };

function columnsOf(station: Omit<ImportedStation, "key">) {
  const { staName, nameEn, lng, lat, road } = station;
  return { staName, nameEn: nameEn || null, lng, lat, road: road || null, sourceHash: hashOf(station) };
}

const hashOf = ({ staName, nameEn, lng, lat, road }: ComparedStation) =>
  digestOf([staName, nameEn ?? "", lng, lat, road ?? ""]);
