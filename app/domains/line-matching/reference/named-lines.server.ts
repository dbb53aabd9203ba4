import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { LngLat } from "~/transit/geo/lng-lat";
import { today } from "~/kit/ground/time/today.server";
import { spellings } from "~/domains/lines/spellings";
import { visibleLines } from "~/domains/lines/queries.server";

export interface NamedLine {
  lineUuid: string;
  lineName: string;
  lineType: number;
  up: LngLat[];
  down: LngLat[];
}

/** The lines that the viewer may see with these names (24 and 24路 are one), by the name asked for. */
export async function linesNamed(viewer: Viewer, names: readonly string[]): Promise<Map<string, NamedLine>> {
  const found = await sql<{
    lineUuid: string;
    lineName: string;
    lineType: number;
    direction: 1 | 2 | null;
    lngs: number[] | null;
    lats: number[] | null;
  }>`
    with shown as (
      select distinct on (c.main_uuid) c.main_uuid, v.version_uuid from line_classify c join line_version v using (classify_sid)
      where c.sort_type = 1 and c.deleted_at is null and v.deleted_at is null order by c.main_uuid, (v.state = 'effective' and v.valid @> ${today()}::date) desc, v.version desc),
    calls as (
      select shown.main_uuid, ls.direction, array_agg(s.lng order by ls.serial) as lngs, array_agg(s.lat order by ls.serial) as lats
      from shown join line_station ls using (version_uuid) join station s using (sta_uuid) group by 1, 2)
    select line.line_uuid, line.line_name, line.line_type, calls.direction, calls.lngs, calls.lats
    from line left join calls on calls.main_uuid = line.line_uuid
    where line.deleted_at is null and line.line_name = any(${[...new Set(names.flatMap(spellings))]}) and ${visibleLines(viewer)}`.execute(
    db(),
  );
  const lines = new Map<string, NamedLine>();
  for (const { lineUuid, lineName, lineType, direction, lngs, lats } of found.rows) {
    const line = lines.get(lineName) ?? { lineUuid, lineName, lineType, up: [], down: [] };
    if (direction) line[direction === 1 ? "up" : "down"] = lngs!.map((lng, at) => [lng, lats![at]!] as const);
    lines.set(lineName, line);
  }
  return new Map(
    names.flatMap((name) => {
      const line = spellings(name)
        .map((one) => lines.get(one))
        .find(Boolean);
      return line ? [[name, line] as const] : [];
    }),
  );
}
