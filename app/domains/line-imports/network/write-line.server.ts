import { sql, type Transaction } from "kysely";
import { keepLinks } from "~/domains/data-sources/queries.server";
import type { DataSource } from "~/domains/data-sources/schema";
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
  await updateRecord(trx, author, lineRecord, stored.lineUuid, lineColumns(line, lineName), undefined, "import");
  await keepLineLinks(trx, plan.source, [{ line, lineName, hash, lineUuid: stored.lineUuid }]);
  const source = sourceColumns(plan, line, !line.draft && !stored.relations);
  await trx
    .insertInto("lineSource")
    .values({ lineUuid: stored.lineUuid, ...source })
    .onConflict((conflict) => conflict.column("lineUuid").doUpdateSet(source))
    .execute();
}

export function lineColumns(line: ImportedLine, lineName: string) {
  const hours = hoursOf(line);
  return {
    lineName,
    lineType: line.lineType,
    ...hours,
    ...(line.interval && { departureInterval: line.interval }),
    ...(line.price && { price: line.price }),
    ...line.sign,
    source: line.key,
    ...lineKeys({ lineName, lineId: line.ref }),
  };
}

export interface LinkedLine {
  line: ImportedLine;
  lineName: string;
  lineUuid: string;
  /** Of all that the file says of it; null where only its number is kept, as it went into a draft or said nothing new. */
  hash: string | null;
}

/** Has the source's numbers of lines, and of their relations, mean these records; those it has made are its own as they are now. */
export async function keepLineLinks(
  trx: Transaction<DB>,
  source: DataSource,
  lines: readonly LinkedLine[],
): Promise<void> {
  const made = lines.flatMap(({ lineUuid, hash }) => (hash === null ? [] : [lineUuid]));
  const { rows } = await sql<{ lineUuid: string; version: number }>`
    select line_uuid, version from line where line_uuid = any(${made})`.execute(trx);
  const versions = new Map(rows.map(({ lineUuid, version }) => [lineUuid, version]));
  const links = lines.map(({ line, lineUuid, hash }) => ({
    outsideId: line.key,
    recordKey: lineUuid,
    said: { name: line.lineName },
    saidHash: hash,
    leftVersion: versions.get(lineUuid) ?? null,
  }));
  const relations = lines.flatMap(({ line, lineUuid, hash }) =>
    hash === null ? [] : line.relationIds.map((id) => ({ outsideId: String(id), recordKey: lineUuid, ...onlyNumber })),
  );
  await keepLinks(trx, source, "line", links);
  await keepLinks(trx, source, "relation", relations);
}

const onlyNumber = { said: null, saidHash: null, leftVersion: null };

/** What is kept of a line's relations: all while no file has held it whole, so that a later one can complete it. */
export function sourceColumns(plan: ImportPlan, line: ImportedLine, whole: boolean) {
  const relations = plan.relationsOf(line).map((relation) => (whole ? withoutShapes(relation) : relation));
  return { whole, relations: JSON.stringify(relations).replaceAll("\\u0000", "") };
}
