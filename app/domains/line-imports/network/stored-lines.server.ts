import { type RawBuilder, sql, type Transaction } from "kysely";
import { findLinks } from "~/domains/data-sources/queries.server";
import type { DataSource } from "~/domains/data-sources/schema";
import { spellings } from "~/domains/lines/spellings";
import type { Database } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { chunks } from "~/kit/ground/chunks";
import { groupBy } from "~/kit/ground/group-by";
import type { BusNetwork, ImportedLine } from "~/transit/osm/bus-routes";
import type { RouteRelation } from "~/transit/osm/route-relation";
import { bareName } from "../stations/match";
import { metresBetween } from "./agreement";
import type { PlacedStation } from "./content";

interface Namesake {
  lineUuid: string;
  lineName: string;
  orgId: string;
}

/** A stored line that a line of a file may mean; `byKey`: by this program's own key, which needs no other proof. */
export type FoundNamesake = StoredLine & { byKey: boolean };

/** Stored lines that a file of lines or a GTFS feed means by their key (our own feeds have it as route_id), a table by their number, or by their name. */
export async function namesakesOf(
  on: Database,
  lines: readonly ImportedLine[],
  ownLines: readonly StoredLine[],
): Promise<Map<ImportedLine, FoundNamesake[]>> {
  const asked = lines
    .filter(({ origin }) => origin)
    .map((line) => ({
      line,
      key: line.key.replace(/^gtfs:/, ""),
      names: [...(line.origin === "table" && line.ref ? [numberKey(line.ref)] : []), ...spellings(line.lineName)],
    }));
  const found = new Map<string, Namesake>();
  for (const some of chunks(
    asked.flatMap(({ key, names }) => [key, ...names]),
    5000,
  )) {
    const rows = await sql<Namesake & { lineId: string | null }>`
        select line_uuid, line_name, line_id, org_id from line
        where deleted_at is null and (line_uuid = any(${some}) or line_name = any(${some}) or line_id = any(${some.flatMap((key) => numberIn(key) ?? [])}))`.execute(
      on,
    );
    for (const { lineId, ...row } of rows.rows)
      found
        .set(row.lineUuid, row)
        .set(row.lineName, row)
        .set(numberKey(lineId ?? ""), row);
  }
  const own = new Map(ownLines.map((line) => [line.lineUuid, line]));
  const asStored = (one: Namesake, byKey: boolean): FoundNamesake => ({
    ...(own.get(one.lineUuid) ?? { ...noLink, ...one }),
    byKey,
  });
  return new Map(
    asked.map(({ line, key, names }) => [
      line,
      [
        ...[found.get(key)].flatMap((one) => (one ? [asStored(one, true)] : [])),
        ...names.flatMap((name) => found.get(name) ?? []).map((one) => asStored(one, false)),
      ],
    ]),
  );
}

const noLink = {
  saidName: null,
  saidHash: null,
  leftVersion: null,
  sourceRefs: [],
  source: null,
  deleted: false,
  touched: false,
  relations: null,
};

const numberKey = (lineId: string) => `number:${lineId}`;
const numberIn = (key: string) => (key.startsWith("number:") ? key.slice("number:".length) : undefined);

export interface StoredLine extends Namesake {
  /** The number of the source by which it is known, what the source last called it and said of it. */
  source: string | null;
  saidName: string | null;
  saidHash: string | null;
  /** Null where this source did not make it. */
  leftVersion: number | null;
  /** Relations of a map that are this line. */
  sourceRefs: string[];
  deleted: boolean;
  touched: boolean;
  /** What earlier files said of it, where none held it whole. */
  relations: RouteRelation[] | null;
}

/** A person has changed a line, or one of its versions, since it was imported. */
const touched = (
  leftVersion: RawBuilder<unknown>,
) => sql<boolean>`(line.version is distinct from ${leftVersion} or exists (
  select from line_classify c left join line_version v on v.classify_sid = c.classify_sid and v.deleted_at is null
  where c.main_uuid = line.line_uuid and c.deleted_at is null and (v.version_uuid is null or v.version is distinct from v.imported_version)))`;

/** Holds a line against changes and tells whether still no person has changed it. */
export async function holdUntouched(trx: Transaction<DB>, { lineUuid, leftVersion }: StoredLine): Promise<boolean> {
  await sql`select from line where line_uuid = ${lineUuid} for update`.execute(trx);
  await sql`select from line_classify where main_uuid = ${lineUuid} order by classify_sid for update`.execute(trx);
  // One that is taken over from another source was found untouched by what it is made of.
  const left = leftVersion === null ? sql`line.version` : sql`${leftVersion}::integer`;
  const found =
    await sql`select from line where line_uuid = ${lineUuid} and deleted_at is null and not ${touched(left)}`.execute(
      trx,
    );
  return found.rows.length > 0;
}

/** The stored lines that numbers of a file's source mean. */
export async function readStored(on: Database, file: BusNetwork, source: DataSource): Promise<StoredLine[]> {
  const [byKey, byRelation] = await Promise.all([
    findLinks(
      on,
      source,
      "line",
      file.lines.map(({ key }) => key),
    ),
    findLinks(
      on,
      source,
      "relation",
      file.lines.flatMap(({ relationIds }) => relationIds.map(String)),
    ),
  ]);
  const links = [...byKey.values(), ...byRelation.values()];
  const found = await sql<StoredLine>`
    select line.line_uuid, line.line_name, line.org_id, own.outside_id as source, own.said->>'name' as said_name, own.said_hash, own.left_version,
      line.deleted_at is not null as deleted, case when not s.whole then s.relations end as relations, ${touched(sql`own.left_version`)} as touched
    from line left join line_source s using (line_uuid) left join source_link own
      on own.record_key = line.line_uuid and own.source_uuid = ${source.sourceUuid} and own.thing = 'line' and own.retired_at is null
    where line.line_uuid = any(${links.map(({ recordKey }) => recordKey)})
    order by line.deleted_at nulls first, own.link_id`.execute(on);
  const refs = groupBy([...byRelation.values()], ({ recordKey }) => recordKey);
  return found.rows.map((row) => ({
    ...row,
    sourceRefs: (refs.get(row.lineUuid) ?? []).map(({ outsideId }) => outsideId),
  }));
}

/** The stored line that a line of a file is: by its key, else by a relation, where what it is agrees. */
export function storedFor(
  line: ImportedLine,
  stored: readonly StoredLine[],
  agrees: (one: StoredLine) => boolean,
): StoredLine | undefined {
  const refs = new Set(line.relationIds.map(String));
  const candidates = stored
    .filter((one) => one.source === line.key || one.sourceRefs.some((ref) => refs.has(ref)))
    .filter((one) => one.deleted || agrees(one));
  return (
    candidates.find((one) => !one.deleted && one.source === line.key) ??
    candidates.find((one) => !one.deleted) ??
    candidates[0]
  );
}

interface CalledPlace {
  staUuid: string;
  lng: number;
  lat: number;
}

/** Where lines call, in any version that is not deleted. */
export async function routesOf(on: Database, lines: readonly Namesake[]): Promise<Map<string, CalledPlace[]>> {
  const found = await sql<CalledPlace & { lineUuid: string }>`
    select distinct c.main_uuid as line_uuid, s.sta_uuid, s.lng, s.lat
    from line_classify c join line_version v using (classify_sid) join line_station ls using (version_uuid) join station s using (sta_uuid)
    where c.main_uuid = any(${[...new Set(lines.map(({ lineUuid }) => lineUuid))]}) and c.deleted_at is null and v.deleted_at is null`.execute(
    on,
  );
  return groupBy(found.rows, ({ lineUuid }) => lineUuid);
}

/** Metres from a stop of the one to a stop of the other within which two lines of one name may be one. */
const sameTown = 2000;

/** Whether a stored line that a number or a name points at is the file's: called so and in the same place, or with half of its stations. */
export function isSameLine(
  { line, stations }: { line: ImportedLine; stations: ReadonlyMap<string, PlacedStation> },
  stored: Pick<StoredLine, "lineName" | "saidName">,
  route: readonly CalledPlace[],
): boolean {
  const keys = line.variants.flatMap(({ directions }) =>
    directions.flatMap((one) => one.stations.map(({ key }) => key)),
  );
  const called = [...new Set(keys)].flatMap((key) => stations.get(key) ?? []);
  const there = new Set(route.map(({ staUuid }) => staUuid));
  const shared = called.filter(({ staUuid }) => there.has(staUuid)).length;
  if (called.length > 0 && shared * 2 >= called.length) return true;
  const isCalledSo =
    line.origin === "table" ||
    [stored.lineName, stored.saidName ?? stored.lineName].some((name) =>
      spellings(name).some((one) => spellings(line.lineName).map(bareName).includes(bareName(one))),
    );
  if (!isCalledSo) return false;
  return (
    shared > 0 ||
    called.length === 0 ||
    route.length === 0 ||
    called.some((one) => route.some((other) => metresBetween(one, other) <= sameTown))
  );
}

/** Keys of all stations that a line calls at, in any variant. */
export const stopsOf = ({ variants }: ImportedLine): string[] =>
  variants.flatMap(({ directions }) => directions.flatMap((one) => one.stations.map(({ key }) => key)));
