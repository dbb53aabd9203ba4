import { sql, type Transaction } from "kysely";
import { lineKeys, lineRecord } from "~/domains/lines/queries.server";
import type { Author } from "~/kit/data/db/history.server";
import { updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import type { ImportedLine } from "~/transit/osm/bus-routes";
import { withoutShapes } from "~/transit/osm/road-shapes";
import { hoursOf } from "./content";
import type { ImportPlan } from "./plan.server";

export async function writeLine(
  trx: Transaction<DB>,
  author: Author,
  plan: ImportPlan,
  { line, lineName, hash, stored }: ImportPlan["changed"][number],
): Promise<void> {
  await updateRecord(trx, author, lineRecord, stored.lineUuid, lineColumns(line, lineName, hash), undefined, "import");
  await sql`update line set imported_version = version where line_uuid = ${stored.lineUuid}`.execute(trx);
  const source = sourceColumns(plan, line, !line.draft && !stored.relations);
  await trx
    .insertInto("lineSource")
    .values({ lineUuid: stored.lineUuid, ...source })
    .onConflict((conflict) => conflict.column("lineUuid").doUpdateSet(source))
    .execute();
}

export function lineColumns(line: ImportedLine, lineName: string, hash: string) {
  const hours = hoursOf(line);
  return {
    lineName,
    lineType: line.lineType,
    ...hours,
    ...(line.interval && { departureInterval: line.interval }),
    ...line.sign,
    source: line.key,
    sourceRefs: line.relationIds.map(String),
    sourceHash: hash,
    ...lineKeys({ lineName, lineId: line.ref }),
  };
}

/** What is kept of a line's relations: all while no file has held it whole, so that a later one can complete it. */
export function sourceColumns(plan: ImportPlan, line: ImportedLine, whole: boolean) {
  const relations = plan.relationsOf(line).map((relation) => (whole ? withoutShapes(relation) : relation));
  return { whole, relations: JSON.stringify(relations).replaceAll("\\u0000", "") };
}
