import { sql, type Transaction } from "kysely";
import { findFence, mostOutside } from "~/domains/fences/queries.server";
import { directionNameIn } from "~/domains/parameters/queries.server";
import { keyWithin } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, restoreRecord, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { pointsOf, shapeOf } from "~/transit/geo/shape";
import { farthestOutside } from "~/transit/geo/shape-geometry";
import { findGivenUp, requireRelated } from "~/kit/room/relations.server";
import { defineRecords } from "~/kit/room/served.server";
import { lockRows } from "~/kit/room/source.server";
import { loadRow } from "~/kit/room/verbs.server";
import { waitingAreaRoom, type WaitingAreaRow, type WaitingAreaValues } from "./room";

/** A waiting area belongs to the organisation of its fence. */
export const waitingAreaSource = defineRecords<WaitingAreaRow, { lineUuid?: string; enabled?: boolean }>(
  waitingAreaRoom,
  {
    table: "waitingArea",
    searched: ["waitName"],
    unique: { waiting_area_name_living: { path: "waitName", message: "这个围栏中已有同名的待车区" } },
    more: sql`${directionNameIn(sql`waiting_area.direction`)} as direction_name, fence.fence_num, organisation.org_name`,
    foreign: (mask) =>
      sql`array(select ${mask(sql`line.org_id`, sql`line_name`)} from line where line_uuid = any(waiting_area.line_uuids) order by name_order) as line_names`,
    joins: sql`join fence using (fence_uuid) join organisation using (org_id)`,
    from: sql`waiting_area join fence using (fence_uuid)`,
    filters: {
      lineUuid: (line, viewer) => sql`${keyWithin(viewer, "line", "line_uuid", line)} = any(waiting_area.line_uuids)`,
      enabled: (on) => sql`waiting_area.enabled = ${on}`,
    },
    order: [
      "waitName",
      "direction",
      "capacity",
      "queueRule",
      "enabled",
      "updatedAt",
      { fenceName: sql`fence.fence_name` },
    ],
    scope: sql`(select scoping.org_id from fence as scoping where scoping.fence_uuid = waiting_area.fence_uuid)`,
  },
);

export async function createWaitingArea(viewer: Viewer, values: WaitingAreaValues): Promise<WaitingAreaRow> {
  const stored = await inTransaction(async (trx) => {
    await refuseUnfit(trx, viewer, values, values);
    return createRecord<{ waitUuid: string }>(trx, viewer, waitingAreaSource.kept, drawn(values));
  });
  return loadRow(waitingAreaSource, viewer, stored.waitUuid);
}

export async function updateWaitingArea(
  viewer: Viewer,
  waitUuid: string,
  changes: Partial<WaitingAreaValues>,
  version?: number,
): Promise<WaitingAreaRow> {
  await inTransaction(async (trx) => {
    const [current] = await lockRows<WaitingAreaRow>(trx, waitingAreaSource, viewer, [waitUuid]);
    const given = Object.fromEntries(Object.entries(drawn(changes)).filter(([, value]) => value !== undefined));
    await refuseUnfit(trx, viewer, { ...current!, ...given }, given, current);
    await updateRecord(trx, viewer, waitingAreaSource.kept, waitUuid, given, version);
  });
  return loadRow(waitingAreaSource, viewer, waitUuid);
}

/** Refused while its fence is deleted; a name taken meanwhile must be given anew. */
export async function restoreWaitingArea(viewer: Viewer, waitUuid: string, waitName?: string): Promise<WaitingAreaRow> {
  await inTransaction(async (trx) => {
    const [deleted] = await lockRows<WaitingAreaRow>(trx, waitingAreaSource, viewer, [waitUuid], true);
    const givenUp = await findGivenUp(trx, waitingAreaRoom, { ...deleted });
    await restoreRecord(trx, viewer, waitingAreaSource.kept, waitUuid, { ...givenUp, ...(waitName && { waitName }) });
  });
  return loadRow(waitingAreaSource, viewer, waitUuid);
}

/** Refuses a fence or lines that are not the viewer's, and a drawing that sticks out of the fence. */
async function refuseUnfit(
  trx: Transaction<DB>,
  viewer: Viewer,
  whole: { fenceUuid: string; coords?: number[] | null },
  given: Partial<WaitingAreaValues>,
  current?: WaitingAreaRow,
): Promise<void> {
  await requireRelated(trx, viewer, waitingAreaRoom, given, { ...current });
  // Held, so that the fence is not drawn smaller meanwhile.
  await sql`select from fence where fence_uuid = ${whole.fenceUuid} for share`.execute(trx);
  const fence = await findFence(viewer, whole.fenceUuid);
  const shape = fence && shapeOf(fence);
  if (!whole.coords?.length || !shape || (given.coords === undefined && given.fenceUuid === undefined)) return;
  const outside = farthestOutside(pointsOf(whole.coords), shape);
  if (outside > mostOutside)
    throw problem.field(
      "coords",
      `超出围栏“${fence.fenceName}” ${Math.ceil(outside)} 米，最多可超出 ${mostOutside} 米`,
    );
}

const drawn = <V extends Partial<WaitingAreaValues>>(values: V): V => ({
  ...values,
  coords: values.coords?.length ? values.coords : values.coords && null,
});
