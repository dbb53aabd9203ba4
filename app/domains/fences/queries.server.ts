import type { Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { pointsOf, shapeOf } from "~/transit/geo/shape";
import type { ShapeColumns } from "~/transit/geo/shape";
import { boxOfShape, farthestOutside } from "~/transit/geo/shape-geometry";
import { storedShape } from "~/kit/page/map/shape-rules";
import { requireRelated } from "~/kit/room/relations.server";
import { offerOf } from "~/kit/room/offers.server";
import { findRow, lockRows, listRows } from "~/kit/room/source.server";
import { loadRow } from "~/kit/room/verbs.server";
import type { ListState } from "~/kit/page/tables/select-page.server";
import { faultsOfFence } from "./faults";
import { boxText } from "./holds-point.server";
import { resolveParties } from "./parties.server";
import { fenceRoom, type FenceRow } from "./room";
import type { FenceValues } from "./schema";
import { fenceSource } from "./source.server";

export { selectFenceForMap } from "./for-map.server";
export { loadPartyNames } from "./parties.server";

export { fenceCounts, fenceTree, fenceTreeByOrganisation } from "./tree.server";

export const listFences = (viewer: Viewer, state: ListState<object>) => listRows(fenceSource, viewer, state);
export const findFence = (viewer: Viewer, fenceUuid: string) => findRow(fenceSource, viewer, fenceUuid);
export const offerFences = offerOf(fenceSource, ({ fenceUuid, fenceNum, fenceName }) => ({
  value: fenceUuid,
  label: `${fenceNum} ${fenceName}`,
}));

/** What a fence names by key; its owner, lines and buses are named by what people call them (`resolveParties`). */
const byKey = { fields: { orgId: fenceRoom.fields.orgId } };

export async function createFence(viewer: Viewer, values: FenceValues): Promise<FenceRow> {
  const { fenceUuid } = await inTransaction(async (trx) => {
    await requireRelated(trx, viewer, byKey, values);
    const own = await tidied(trx, viewer, values);
    return createRecord<{ fenceUuid: string }>(trx, viewer, fenceSource.kept, { ...own, ...placed(values) });
  });
  return loadRow(fenceSource, viewer, fenceUuid);
}

export async function updateFence(
  viewer: Viewer,
  fenceUuid: string,
  changes: Partial<FenceValues>,
  version?: number,
): Promise<FenceRow> {
  await inTransaction(async (trx) => {
    const [current] = await lockRows<FenceRow>(trx, fenceSource, viewer, [fenceUuid]);
    await requireRelated(trx, viewer, byKey, changes, { ...current });
    const given = Object.fromEntries(
      Object.entries(changes).filter(([, value]) => value !== undefined),
    ) as Partial<FenceValues>;
    const next = { ...current!, ...given } as FenceRow;
    const faults = faultsOfFence(next);
    if (faults.length > 0) throw problem.fields(faults);
    const reshaped = (["shape", "lng", "lat", "radius", "coords", "width"] as const).some(
      (name) => name in given && JSON.stringify(given[name]) !== JSON.stringify(current![name]),
    );
    if (reshaped) await refuseLeftOut(trx, fenceUuid, next);
    const clearing = await tidied(trx, viewer, next, current);
    const kept = Object.fromEntries(Object.entries(clearing).filter(([name]) => name in given || dependent.has(name)));
    await updateRecord(trx, viewer, fenceSource.kept, fenceUuid, { ...kept, ...(reshaped && placed(next)) }, version);
  });
  return loadRow(fenceSource, viewer, fenceUuid);
}

/** How far a waiting area may stick out of its fence, in metres: what two drawings of the same kerb differ by. */
export const mostOutside = 5;

async function refuseLeftOut(trx: Transaction<DB>, fenceUuid: string, next: ShapeColumns): Promise<void> {
  const areas = await trx
    .selectFrom("waitingArea")
    .select(["waitName", "coords"])
    .where("fenceUuid", "=", fenceUuid)
    .where("deletedAt", "is", null)
    .execute();
  for (const { waitName, coords } of areas) {
    const outside = coords ? farthestOutside(pointsOf(coords), shapeOf(next)!) : 0;
    if (outside > mostOutside)
      throw problem.field(
        next.shape === 1 ? "radius" : "coords",
        `待车区“${waitName}”会超出围栏 ${Math.ceil(outside)} 米，请先调整待车区`,
      );
  }
}

/** Fields that follow from another: a limit from its rule, a scope from 适用于全部. */
const dependent = new Set(["limitSpeed", "stopMinutes", "busUuids", "lineUuids", "ownerUuid"]);

/** A fence's own fields as they are stored: no limit without its rule, no buses where all are meant, keys for what was named. */
async function tidied(trx: Transaction<DB>, viewer: Viewer, values: Partial<FenceRow> | FenceValues, kept?: FenceRow) {
  const { ruleType, scopeAll = true } = values;
  const {
    fenceUuid,
    fenceNum,
    fenceName,
    useType,
    orgId,
    ownerType,
    ownerUuid,
    colour,
    enabled,
    remark,
    timeWindows = [],
    weekdays,
    beginDate,
    endDate,
  } = values;
  const parties = await resolveParties(
    trx,
    viewer,
    {
      ownerType,
      ownerUuid: ownerType ? ownerUuid : null,
      busUuids: scopeAll ? [] : values.busUuids,
      lineUuids: scopeAll ? [] : values.lineUuids,
    },
    kept,
  );
  return {
    fenceUuid,
    fenceNum,
    fenceName,
    useType,
    orgId,
    colour,
    enabled,
    remark,
    weekdays,
    beginDate,
    endDate,
    ruleType,
    scopeAll,
    limitSpeed: ruleType === 30 ? values.limitSpeed : null,
    stopMinutes: ruleType === 40 ? values.stopMinutes : null,
    timeWindows,
    ...parties,
  };
}

function placed(values: Parameters<typeof storedShape>[0]) {
  return { ...storedShape(values), bounds: boxText(boxOfShape(shapeOf(values)!)) };
}
