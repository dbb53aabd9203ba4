import { sql } from "kysely";
import type { Database } from "~/kit/data/db/pool.server";
import { type KnownStation, type NewStation, spellings } from "./match";
import type { StationEntry } from "./station-entry";
import { numbersAfter } from "../station-numbers.server";

const columns = sql`sta_uuid, sta_self_code, sta_name, lng, lat`;

export async function knownStations(on: Database, entries: readonly StationEntry[]): Promise<KnownStation[]> {
  const codes = [...new Set(entries.flatMap(({ staSelfCode }) => staSelfCode || []))];
  const names = [...new Set(entries.flatMap(({ staName }) => (staName ? spellings(staName) : [])))];
  const found = await sql<KnownStation>`
    select ${columns} from station where deleted_at is null and (sta_self_code = any(${codes}) or sta_name = any(${names})) order by sta_self_code`.execute(
    on,
  );
  return found.rows;
}

export async function stationsByKey(on: Database, keys: readonly string[]): Promise<Map<string, KnownStation>> {
  if (keys.length === 0) return new Map();
  const found =
    await sql<KnownStation>`select ${columns} from station where deleted_at is null and sta_uuid = any(${[...new Set(keys)]})`.execute(
      on,
    );
  return new Map(found.rows.map((row) => [row.staUuid, row]));
}

/** Gives stations without a number the next free ones: the prefix and six figures. */
export async function withNumbers(
  on: Database,
  prefix: string,
  nameless: readonly NewStation[],
  added: readonly NewStation[],
): Promise<void> {
  const given = new Set(added.map(({ staSelfCode }) => staSelfCode));
  const next = await numbersAfter(on, prefix, given);
  for (const station of nameless) station.staSelfCode = next();
}
