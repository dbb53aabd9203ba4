import { sql, type Transaction } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { chunks } from "~/kit/ground/chunks";
import type { DataSource, SourceKind } from "./schema";

export type SourceThing = "station" | "line" | "relation";

/** What a source last said of a thing: its name and, of a station, its place in WGS84. */
export interface SaidOfThing {
  name: string;
  lng?: number;
  lat?: number;
}

/** A number of a source and the record that it means. */
export interface SourceLink {
  outsideId: string;
  recordKey: string;
  said: SaidOfThing | null;
  /** Digest of all that the source last said of it; null of a number that is only a name for the record. */
  saidHash: string | null;
  /** The record's version as an import of this source left it; null where this source did not make the record. */
  leftVersion: number | null;
}

const isVisible = (viewer: Viewer) => sql<boolean>`(org_id is null or ${inScope(viewer, sql`org_id`)})`;

/** The sources of a kind that the viewer's organisations reach, with everybody's; by name. */
export async function listSources(viewer: Viewer, kind: SourceKind, on: Database = db()): Promise<DataSource[]> {
  const found = await sql<DataSource>`
    select source_uuid, source_name, kind, trusts from data_source where kind = ${kind} and ${isVisible(viewer)}
    order by source_name, source_uuid`.execute(on);
  return found.rows;
}

/** Makes a source known; one that is stays as it is. */
export async function keepSource(trx: Transaction<DB>, viewer: Viewer, source: DataSource): Promise<void> {
  await sql`
    insert into data_source (source_uuid, source_name, kind, org_id, trusts, created_by)
    values (${source.sourceUuid}, ${source.sourceName}, ${source.kind}, ${viewer.orgId}, ${source.trusts}, ${viewer.userId})
    on conflict (source_uuid) do nothing`.execute(trx);
}

/** What the numbers of a source mean, by number. */
export async function findLinks(
  on: Database,
  { sourceUuid }: Pick<DataSource, "sourceUuid">,
  thing: SourceThing,
  outsideIds: readonly string[],
): Promise<Map<string, SourceLink>> {
  const links = new Map<string, SourceLink>();
  for (const some of chunks(outsideIds, 5000)) {
    const found = await sql<SourceLink>`
      select outside_id, record_key, said, said_hash, left_version from source_link
      where source_uuid = ${sourceUuid} and thing = ${thing} and outside_id = any(${some}) and retired_at is null`.execute(
      on,
    );
    for (const link of found.rows) links.set(link.outsideId, link);
  }
  return links;
}

/** Has numbers of a source mean these records from now on; a number that meant another one is retired there. */
export async function keepLinks(
  trx: Transaction<DB>,
  { sourceUuid }: Pick<DataSource, "sourceUuid">,
  thing: SourceThing,
  links: readonly SourceLink[],
): Promise<void> {
  for (const some of chunks(links, 2000)) {
    const rows = sql`jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
      as given ("outsideId" text, "recordKey" text, said jsonb, "saidHash" text, "leftVersion" integer)`;
    await sql`
      update source_link set retired_at = now() from ${rows}
      where source_uuid = ${sourceUuid} and thing = ${thing} and outside_id = "outsideId" and retired_at is null and record_key <> "recordKey"`.execute(
      trx,
    );
    await sql`
      insert into source_link (source_uuid, thing, outside_id, record_key, said, said_hash, left_version)
      select ${sourceUuid}, ${thing}, "outsideId", "recordKey", given.said, "saidHash", "leftVersion" from ${rows}
      on conflict (source_uuid, thing, outside_id) where retired_at is null
      do update set said = excluded.said, said_hash = excluded.said_hash, left_version = excluded.left_version`.execute(
      trx,
    );
  }
}

/** Numbers that mean these records mean nothing any more, as if their files had never been imported. */
export async function retireLinksOf(trx: Transaction<DB>, recordKeys: readonly string[]): Promise<void> {
  await sql`update source_link set retired_at = now() where record_key = any(${[...recordKeys]}) and retired_at is null`.execute(
    trx,
  );
}
