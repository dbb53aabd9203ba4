import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { groupBy } from "~/kit/ground/group-by";
import { today } from "~/kit/ground/time/today.server";
import { loadVersionInForce } from "../detail.server";
import { allLines, linesAmong, requireLine } from "~/domains/lines/queries.server";
import {
  labelOf,
  lineCategories,
  type LineFilters,
  type LineRow,
  lineStates,
  matchStates,
  sortTypes,
  ticketTypes,
} from "~/domains/lines/schema";
import type { BasicLine, LineDash, LineInfo, VariantInForce } from "./schema";

/** All lines that the filters find with their figures, at most 5,000. */
export async function lineDashList(viewer: Viewer, filters: LineFilters): Promise<LineDash[]> {
  return (await allLines(viewer, filters)).map(inWords);
}

export async function allLineInfo(viewer: Viewer, filters: LineFilters): Promise<LineInfo[]> {
  const lines = await lineDashList(viewer, filters);
  const variants = await variantsInForce(
    lines.map(({ lineUuid }) => lineUuid),
    filters.asOf,
  );
  return lines.map((line) => ({ ...line, classifyList: variants.get(line.lineUuid) ?? [] }));
}

export async function detailShow(
  viewer: Viewer,
  { lineUuid, asOf }: { lineUuid: string; asOf?: string },
): Promise<LineInfo> {
  const [line, variants] = await Promise.all([requireLine(viewer, lineUuid, asOf), variantsInForce([lineUuid], asOf)]);
  return { ...inWords(line), classifyList: variants.get(lineUuid) ?? [] };
}

/** Names of lines by their keys, with type 2 their stations too, with type 3 their paths; those that the viewer may not see are left out. */
export async function basicInfo(
  viewer: Viewer,
  { lineUuids, type, asOf }: { lineUuids: string[]; type: 1 | 2 | 3; asOf?: string },
): Promise<BasicLine[]> {
  const lines = await linesAmong(viewer, lineUuids, asOf);
  const basic: BasicLine[] = [];
  for (const { lineUuid, lineId, lineName, lineDeviceNo, lineType, lineTypeName, orgId, orgName } of lines) {
    const named = { lineUuid, lineId, lineName, lineDeviceNo, lineType, lineTypeName, orgId, orgName };
    if (type === 1) basic.push(named);
    else {
      const { directions } = await loadVersionInForce(viewer, { lineUuid, asOf });
      basic.push({
        ...named,
        directions: directions.map(({ direction, directionName, mileage, stationList, path }) => ({
          direction,
          directionName,
          mileage,
          stationList,
          ...(type === 3 && { path }),
        })),
      });
    }
  }
  return basic;
}

function inWords(line: LineRow): LineDash {
  return {
    ...line,
    stateName: labelOf(lineStates, line.state),
    categoryName: labelOf(lineCategories, line.category),
    ticketTypeName: line.ticketType === null ? null : labelOf(ticketTypes, line.ticketType),
    matchStateName: labelOf(matchStates, line.matchState),
  };
}

async function variantsInForce(lineUuids: readonly string[], asOf = today()): Promise<Map<string, VariantInForce[]>> {
  const found = await sql<Omit<VariantInForce, "sortTypeName"> & { mainUuid: string }>`
    select c.main_uuid, c.classify_sid, c.classify_name, c.sort_type, v.version_uuid, lower(v.valid) as valid_from, upper(v.valid) as valid_to
    from line_classify c left join line_version v on v.classify_sid = c.classify_sid and v.deleted_at is null and v.valid @> ${asOf}::date
    where c.main_uuid = any(${lineUuids}) and c.deleted_at is null order by c.sort_type, c.classify_name`.execute(db());
  const lists = [...groupBy(found.rows, ({ mainUuid }) => mainUuid)];
  return new Map(
    lists.map(([lineUuid, rows]) => [
      lineUuid,
      rows.map(({ mainUuid: _line, ...row }) => ({ ...row, sortTypeName: labelOf(sortTypes, row.sortType) })),
    ]),
  );
}
