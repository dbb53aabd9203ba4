import { sql, type Transaction } from "kysely";
import { findLinks, keepLinks, type SourceLink } from "~/domains/data-sources/queries.server";
import type { DataSource } from "~/domains/data-sources/schema";
import { stationRecord } from "~/domains/stations/queries.server";
import type { Author } from "~/kit/data/db/history.server";
import { createRecords } from "~/kit/data/db/each-record.server";
import { type Database, newKey } from "~/kit/data/db/pool.server";
import { digestOf } from "~/kit/ground/digest.server";
import { updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import type { ImportedStation } from "~/transit/osm/bus-routes";
import { numbersAfter } from "../station-numbers.server";
import { usualChoices } from "../stations/choices";
import { chunks } from "~/kit/ground/chunks";
import { agreementOf, lasts, metresBetween, type NamedPlace } from "./agreement";
import type { PlacedStation } from "./content";
import type { Ticks } from "./doubts";

interface StoredStation extends PlacedStation {
  staSelfCode: string;
  nameEn: string | null;
  road: string | null;
  deleted: boolean;
}

/** A number of the source whose name or place is another one now: a person says whether it is the same station. */
export interface StationDoubt {
  key: string;
  how: "renamed" | "moved";
  staName: string;
  stored: Pick<StoredStation, "staSelfCode" | "staName">;
  metres: number;
  ticked: boolean;
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
  doubts: StationDoubt[];
  /** Numbers that meant another record, of another name and elsewhere: it stays as it is, and they mean a new one. */
  parted: { staName: string; stored: StoredStation; metres: number }[];
  placed: Map<string, PlacedStation>;
  /** What the numbers mean from now on, where that is new or said anew. */
  links: SourceLink[];
}

/** Numbers that stations have, and the next one of our own. */
interface Numbers {
  taken: Set<string>;
  next(): string;
}

interface StationChoices {
  source: DataSource;
  ticked: Ticks;
}

export async function planStations(
  on: Database,
  stations: readonly ImportedStation[],
  { source, ticked }: StationChoices,
): Promise<StationPlan> {
  const links = await findLinks(
    on,
    source,
    "station",
    stations.map(({ key }) => key),
  );
  const stored = await storedStations(
    on,
    [...links.values()].map(({ recordKey }) => recordKey),
  );
  const taken = await takenNumbers(on, stations);
  const numbers: Numbers = { taken, next: await numbersAfter(on, usualChoices.prefix, taken) };
  const plan: StationPlan = {
    new: [],
    changed: [],
    unchanged: [],
    known: [],
    kept: [],
    doubts: [],
    parted: [],
    placed: new Map(),
    links: [],
  };
  for (const station of stations) {
    const link = links.get(station.key);
    const there = link && stored.get(link.recordKey);
    if (there?.deleted && station.lines.length === 0)
      plan.kept.push({ name: station.staName, code: there.staSelfCode, deleted: true });
    else if (link && there && !there.deleted) planLinked(plan, station, { link, there, source, ticked, numbers });
    else planUnlinked(plan, station, numbers);
  }
  return plan;
}

/** A station whose number the source has used before. */
function planLinked(
  plan: StationPlan,
  station: ImportedStation,
  {
    link,
    there,
    source,
    ticked,
    numbers,
  }: StationChoices & { link: SourceLink; there: StoredStation; numbers: Numbers },
): void {
  const keep = () => {
    plan.kept.push({ name: there.staName, code: there.staSelfCode, deleted: false });
    plan.placed.set(station.key, there);
  };
  if (link.saidHash === hashOf(station)) {
    plan.unchanged.push(there);
    plan.placed.set(station.key, there);
    return;
  }
  const agreement = source.trusts === "ids" && lasts(station.key) ? "same" : agreementWith(station, there, link);
  const metres = metresBetween(station, there);
  if (agreement === "other") {
    plan.parted.push({ staName: station.staName, stored: there, metres });
    planUnlinked(plan, station, numbers);
    return;
  }
  if (agreement !== "same") {
    const isTicked = ticked === "all" || ticked.has(station.key);
    plan.doubts.push({
      key: station.key,
      how: agreement,
      staName: station.staName,
      stored: there,
      metres,
      ticked: isTicked,
    });
    if (!isTicked) {
      plan.placed.set(station.key, agreement === "moved" ? { ...there, unsure: true } : there);
      return;
    }
  }
  // What a person, or another source, has made of it is left as it is.
  if (hashOf(there) !== link.saidHash) return keep();
  plan.changed.push({ station, stored: there });
  plan.placed.set(station.key, { ...placedAt(station), staUuid: there.staUuid });
  plan.links.push(linkOf(station, there.staUuid));
}

function planUnlinked(plan: StationPlan, station: ImportedStation, numbers: Numbers): void {
  const { key, known } = station;
  if (known) plan.known.push(station);
  const staUuid = known?.staUuid ?? newKey();
  if (!known) plan.new.push({ ...station, staUuid, staSelfCode: freeNumber(station, numbers) });
  plan.placed.set(key, known ?? { ...placedAt(station), staUuid });
  plan.links.push(linkOf(station, staUuid));
}

const linkOf = (station: ImportedStation, staUuid: string): SourceLink => ({
  outsideId: station.key,
  recordKey: staUuid,
  said: placeOf(station),
  saidHash: hashOf(station),
  leftVersion: null,
});

const placedAt = ({ staName, lng, lat }: ImportedStation) => ({ staName, lng, lat });

const placeOf = ({ staName: name, lng, lat }: Pick<PlacedStation, "staName" | "lng" | "lat">): NamedPlace => ({
  name,
  lng,
  lat,
});

function agreementWith(station: ImportedStation, there: StoredStation, { said }: SourceLink) {
  const before = said?.lng === undefined || said.lat === undefined ? [] : [said as NamedPlace];
  return agreementOf(placeOf(station), [placeOf(there), ...before]);
}

async function storedStations(on: Database, keys: readonly string[]): Promise<Map<string, StoredStation>> {
  const stored = new Map<string, StoredStation>();
  for (const some of chunks(keys, 5000)) {
    const found = await sql<StoredStation>`
      select sta_uuid, sta_self_code, sta_name, name_en, lng, lat, road, deleted_at is not null as deleted from station
      where sta_uuid = any(${some})`.execute(on);
    for (const row of found.rows) stored.set(row.staUuid, row);
  }
  return stored;
}

async function takenNumbers(on: Database, stations: readonly ImportedStation[]): Promise<Set<string>> {
  const numbers = stations.flatMap(({ code }) => code ?? []);
  const taken = new Set<string>();
  for (const some of chunks(numbers, 5000)) {
    const found = await sql<{
      staSelfCode: string;
    }>`select sta_self_code from station where deleted_at is null and sta_self_code = any(${some})`.execute(on);
    for (const { staSelfCode } of found.rows) taken.add(staSelfCode);
  }
  return taken;
}

/** Its own number where that is free; numbers that only a file knows its stations by are kept as links and never shown as ours. */
function freeNumber({ code }: ImportedStation, { taken, next }: Numbers): string {
  const number = code !== undefined && !taken.has(code) ? code : next();
  taken.add(number);
  return number;
}

export async function writeStations(
  trx: Transaction<DB>,
  author: Author,
  plan: StationPlan,
  source: DataSource,
): Promise<void> {
  for (const some of chunks(plan.new, 1000)) {
    const rows = some.map(({ staUuid, staSelfCode, key, ...station }) => ({
      ...columnsOf(station),
      staUuid,
      staSelfCode,
      source: key,
    }));
    await createRecords(trx, author, stationRecord, rows, "import");
  }
  for (const { station, stored } of plan.changed)
    await updateRecord(trx, author, stationRecord, stored.staUuid, columnsOf(station), undefined, "import");
  await keepLinks(trx, source, "station", plan.links);
}

type ComparedStation = { staName: string; nameEn: string | null; lng: number; lat: number; road: string | null };

function columnsOf(station: Omit<ImportedStation, "key">) {
  const { staName, nameEn, lng, lat, road } = station;
  return { staName, nameEn: nameEn || null, lng, lat, road: road || null };
}

const hashOf = ({ staName, nameEn, lng, lat, road }: ComparedStation) =>
  digestOf([staName, nameEn ?? "", lng, lat, road ?? ""]);
