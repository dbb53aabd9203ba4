import { sql, type Transaction } from "kysely";
import type { Database } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { buildBusNetwork, type BusNetwork, type ImportedLine } from "~/transit/osm/bus-routes";
import { mergeRelations, type RouteRelation } from "~/transit/osm/route-relation";

export interface StoredLine {
  lineUuid: string;
  lineName: string;
  orgId: string;
  source: string;
  sourceRefs: string[];
  sourceHash: string | null;
  deleted: boolean;
  touched: boolean;
  /** What earlier files said of it, where none held it whole. */
  relations: RouteRelation[] | null;
}

/** A person has changed a line, or one of its versions, since it was imported. */
const touched = sql<boolean>`(line.version is distinct from line.imported_version or exists (
  select from line_classify c left join line_version v on v.classify_sid = c.classify_sid and v.deleted_at is null
  where c.main_uuid = line.line_uuid and c.deleted_at is null and (v.version_uuid is null or v.version is distinct from v.imported_version)))`;

/** Holds a line against changes and tells whether still no person has changed it. */
export async function holdUntouched(trx: Transaction<DB>, lineUuid: string): Promise<boolean> {
  await sql`select from line where line_uuid = ${lineUuid} for update`.execute(trx);
  await sql`select from line_classify where main_uuid = ${lineUuid} order by classify_sid for update`.execute(trx);
  const found =
    await sql`select from line where line_uuid = ${lineUuid} and deleted_at is null and not ${touched}`.execute(trx);
  return found.rows.length > 0;
}

export async function readStored(on: Database, file: BusNetwork): Promise<StoredLine[]> {
  const keys = file.lines.map(({ key }) => key);
  const refs = file.lines.flatMap(({ relationIds }) => relationIds.map(String));
  const found = await sql<StoredLine>`
    select line.line_uuid, line.line_name, line.org_id, line.source, line.source_refs, line.source_hash, line.deleted_at is not null as deleted, case when not s.whole then s.relations end as relations,
      ${touched} as touched
    from line left join line_source s using (line_uuid)
    where line.source is not null and (line.source = any(${keys}) or line.source_refs && ${refs}::text[])
    order by line.deleted_at nulls first`.execute(on);
  return found.rows;
}

/** The stored line that a line of a file is: by its key, else by a relation. */
export function storedFor(line: ImportedLine, stored: readonly StoredLine[]): StoredLine | undefined {
  const refs = new Set(line.relationIds.map(String));
  const candidates = stored.filter((one) => one.source === line.key || one.sourceRefs.some((ref) => refs.has(ref)));
  return (
    candidates.find((one) => !one.deleted && one.source === line.key) ??
    candidates.find((one) => !one.deleted) ??
    candidates[0]
  );
}

export function joined(file: BusNetwork, stored: readonly StoredLine[]): BusNetwork {
  const earlier = stored.flatMap(({ relations, deleted }) => (deleted ? [] : (relations ?? [])));
  if (earlier.length === 0) return file;
  const loose = file.stations
    .filter(({ lines, named }) => lines.length === 0 && named)
    .map(({ key, staName, nameEn, lng, lat, road }) => [key, { name: staName, nameEn, lng, lat, road }] as const);
  return buildBusNetwork(mergeRelations(earlier, file.relations), new Map(loose), file.skipped);
}
