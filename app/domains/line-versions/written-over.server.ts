import { sql, type Transaction } from "kysely";
import type { Author } from "~/kit/data/db/history.server";
import type { DB } from "~/kit/data/db/tables";
import { type DirectionContent, readContent } from "./content.server";
import type { RunningParams } from "./params/running-params";
import type { DirectionService } from "./timetable/services-along";
import { readServices } from "./timetable/stored-timetable.server";
import type { VersionRow } from "./version-rows";
import { writeContent, writeServices, writeVersionParams } from "./write-content.server";

/** Keeps what a version holds before an import writes over it; what stood there before its first writing counts. */
export async function keepBeforeWriting(
  trx: Transaction<DB>,
  { batchId }: Author,
  { versionUuid, params = null, completeness }: Pick<VersionRow, "versionUuid" | "params" | "completeness">,
): Promise<void> {
  if (!batchId) return;
  const content = await readContent(trx, versionUuid);
  const services = await readServices(trx, [versionUuid]);
  await sql`insert into version_before (batch_id, version_uuid, content, services, params, completeness)
    values (${batchId}, ${versionUuid}, ${JSON.stringify(content)}, ${JSON.stringify(services)}, ${params && JSON.stringify(params)}, ${completeness && JSON.stringify(completeness)})
    on conflict do nothing`.execute(trx);
}

interface KeptVersion {
  content: DirectionContent[];
  services: DirectionService[];
  params: RunningParams | null;
  completeness: { text: string } | null;
}

/** What a version held before an import; undefined where it wrote over nothing. */
export async function keptBeforeWriting(
  trx: Transaction<DB>,
  batchId: string,
  versionUuid: string,
): Promise<KeptVersion | undefined> {
  const { rows } = await sql<KeptVersion>`
    select content, services, params, completeness from version_before where batch_id = ${batchId} and version_uuid = ${versionUuid}`.execute(
    trx,
  );
  return rows[0];
}

export async function writeKept(
  trx: Transaction<DB>,
  versionUuid: string,
  { content, services, params, completeness }: KeptVersion,
): Promise<void> {
  await writeContent(trx, [{ versionUuid, content }]);
  await writeServices(trx, [{ versionUuid, services }]);
  await writeVersionParams(trx, versionUuid, params);
  await sql`update line_version set completeness = ${completeness && JSON.stringify(completeness)} where version_uuid = ${versionUuid}`.execute(
    trx,
  );
}
