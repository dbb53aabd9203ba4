import { readLineView } from "~/domains/parameters/queries.server";
import { sql } from "kysely";
import { stationsWithin } from "~/domains/stations/queries.server";
import { nearestRoad } from "~/domains/roads/queries.server";
import { within } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { offerOf } from "~/kit/room/offers.server";
import { filterVisibleKeys } from "~/kit/room/find-keys.server";
import { beginWith, directionsOf } from "./directions";
import { lineFound, lineSearch } from "./list.server";
import { startDirectionOf } from "~/domains/parameters/queries.server";
import { visibleLines } from "./records.server";
import { labelOf, type LineOption, type LineTreeNode, lineTypes, type Location } from "./schema";

export async function lineOptions(
  viewer: Viewer,
  filters: { orgId?: string; keyword?: string } = {},
): Promise<LineOption[]> {
  const byOrg = filters.orgId ? sql`line.org_id = ${filters.orgId}` : sql`true`;
  const named = filters.keyword ? lineFound(filters.keyword) : sql`true`;
  const found = await sql<Omit<LineOption, "lineTypeName">>`
    select line_uuid, line_id, line_name, line_type from line where deleted_at is null and ${visibleLines(viewer)} and ${byOrg} and ${named} order by name_order, line_uuid`.execute(
    db(),
  );
  return found.rows.map((row) => ({ ...row, lineTypeName: labelOf(lineTypes, row.lineType) }));
}

export const offerLines = offerOf(lineSearch, ({ lineUuid, lineName }) => ({ value: lineUuid, label: lineName }));

export const filterVisibleLines = (viewer: Viewer, keys: readonly string[]) =>
  filterVisibleKeys(lineSearch, viewer, keys);

/** Organisations, their lines and the lines' directions as one flat tree; a root's pId is null. */
export async function lineTree(viewer: Viewer): Promise<LineTreeNode[]> {
  const [view, orgs, lines] = await Promise.all([
    readLineView(),
    sql<{
      orgId: string;
      orgPid: string | null;
      orgName: string;
    }>`select org_id, org_pid, org_name from organisation where deleted_at is null order by sort, org_name`.execute(
      db(),
    ),
    sql<{ lineUuid: string; lineName: string; lineType: number; orgId: string; startDirection: number | null }>`
      select line_uuid, line_name, line_type, org_id, ${startDirectionOf(sql`line.line_uuid`)} as start_direction from line where deleted_at is null and ${visibleLines(viewer)} order by name_order, line_uuid`.execute(
      db(),
    ),
  ]);
  const seen = new Set(orgs.rows.filter(({ orgId }) => within(viewer, orgId)).map(({ orgId }) => orgId));
  const orgNodes = orgs.rows
    .filter(({ orgId }) => seen.has(orgId))
    .map(({ orgId, orgPid, orgName }): LineTreeNode => ({
      id: orgId,
      pId: orgPid && seen.has(orgPid) ? orgPid : null,
      name: orgName,
      kind: "org",
      lineUuid: null,
      direction: null,
    }));
  const lineNodes = lines.rows.flatMap(({ lineUuid, lineName, lineType, orgId, startDirection }): LineTreeNode[] => [
    { id: lineUuid, pId: orgId, name: lineName, kind: "line", lineUuid, direction: null },
    ...directionsOf(lineType, beginWith(view, startDirection)).map(({ direction, directionName }): LineTreeNode => ({
      id: `${lineUuid}-${direction}`,
      pId: lineUuid,
      name: directionName,
      kind: "direction",
      lineUuid,
      direction,
    })),
  ]);
  return [...orgNodes, ...lineNodes];
}

/** Where a point is: its road, the nearest stations within a kilometre, and their district. */
export async function getLocation(viewer: Viewer, { lng, lat }: { lng: number; lat: number }): Promise<Location> {
  const [road, near] = await Promise.all([
    nearestRoad(viewer, lng, lat, 300),
    stationsWithin(viewer, { lng, lat }, 1000, 5),
  ]);
  const stations = near.map(({ staUuid, staName, staSelfCode, away }) => ({
    staUuid,
    staName,
    staSelfCode,
    distance: Math.round(away ?? 0),
  }));
  const [first] = stations;
  const roadName = road?.roadName || near[0]?.road || null;
  return {
    lng,
    lat,
    stations,
    description: [roadName ?? road?.roadClassName, first && `${first.staName}附近${first.distance}米`]
      .filter(Boolean)
      .join("，"),
    road: roadName,
    district: near.find((row) => row.district)?.district ?? null,
  };
}
