import { spellings } from "~/domains/lines/spellings";
import { sql } from "kysely";
import type { Database } from "~/kit/data/db/pool.server";
import type { ImportedLine } from "~/transit/osm/bus-routes";
import { today } from "~/kit/ground/time/today.server";
import { type DirectionContent, readContent } from "~/domains/line-versions/queries.server";
import { chunks } from "~/kit/ground/chunks";
import { contentOf, type PlacedStation } from "./content";

export interface Namesake {
  lineUuid: string;
  lineName: string;
  orgId: string;
}

/** Stored lines that a file of lines or a GTFS feed means by their key (our own feeds have it as route_id), a table by their number, or by their name. */
export async function namesakesOf(on: Database, lines: readonly ImportedLine[]): Promise<Map<ImportedLine, Namesake>> {
  const asked = lines
    .filter(({ origin }) => origin)
    .map((line) => ({
      line,
      keys: [
        line.key.replace(/^gtfs:/, ""),
        ...(line.origin === "table" && line.ref ? [numberKey(line.ref)] : []),
        ...spellings(line.lineName),
      ],
    }));
  const found = new Map<string, Namesake>();
  for (const some of chunks(
    asked.flatMap(({ keys }) => keys),
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
  return new Map(
    asked.flatMap(({ line, keys }) => {
      const namesake = keys.map((key) => found.get(key)).find(Boolean);
      return namesake ? [[line, namesake] as const] : [];
    }),
  );
}

const numberKey = (lineId: string) => `number:${lineId}`;
const numberIn = (key: string) => (key.startsWith("number:") ? key.slice("number:".length) : undefined);

/** Whether every direction of a line is one that the stored line has today: the same stations and, where the file draws it, the same path to a decimetre. */
export async function saysNothingNew(
  on: Database,
  line: ImportedLine,
  lineUuid: string,
  stations: ReadonlyMap<string, PlacedStation>,
): Promise<boolean> {
  const versions = await sql<{ versionUuid: string }>`
    select v.version_uuid from line_version v join line_classify c using (classify_sid)
    where c.main_uuid = ${lineUuid} and c.deleted_at is null and v.deleted_at is null and v.valid @> ${today()}::date`.execute(
    on,
  );
  const stored: ReturnType<typeof signature>[] = [];
  for (const { versionUuid } of versions.rows) stored.push(...(await readContent(on, versionUuid)).map(signature));
  const said = line.variants.flatMap((variant) =>
    contentOf(line, variant, stations)
      .content.filter(({ rows }) => rows.length > 0)
      .map(signature),
  );
  return (
    said.length > 0 &&
    said.every(({ calls, path }) => stored.some((one) => one.calls === calls && (path === "" || one.path === path)))
  );
}

/** By way of what an import keeps, so that both sides are rounded alike. */
const rounded = (degrees: number) => Number(degrees.toFixed(7)).toFixed(6);

function signature({ rows, path }: DirectionContent) {
  return {
    calls: rows.map(({ staUuid }) => staUuid).join(),
    path: path ? path.points.map((point) => point.map(rounded).join()).join(" ") : "",
  };
}
