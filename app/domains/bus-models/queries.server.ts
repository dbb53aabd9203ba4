import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { isFree, type RecordTable, updateRecord } from "~/kit/data/db/records.server";
import type { Choice } from "~/kit/page/forms/field";
import { problem } from "~/kit/ground/problem";
import { allOf, findOf, heldOf, isoTime, listOf, ordered, type Kept, streamOf } from "~/kit/room/source.server";
import { type Reference, usesOf } from "~/kit/room/uses.server";
import { createOf, deleteOf, restoreOf, rowOf } from "~/kit/room/verbs.server";
import { foundIn } from "~/kit/data/search/found.server";
import type { ListState } from "~/kit/page/tables/select-page.server";
import {
  type BusModelFilters,
  type BusModelOption,
  type BusModelRow,
  type BusModelValues,
  seatsError,
  seatsFit,
} from "./schema";

export const busModelRecord: RecordTable = {
  table: "busModel",
  key: "modelUuid",
  room: "bus-models",
  noun: "车辆型号",
  searched: ["modelName", "modelNum"],
  unique: { bus_model_num_living: { path: "modelNum", message: "车辆型号已存在" } },
};

export const busModelSource: Kept<BusModelRow, BusModelFilters> = {
  kept: busModelRecord,
  select: sql`model_uuid, model_num, model_name, brand, manufacturer, energy_type, length, width, height, gross_mass, seats, approved, emission, battery_kwh, range_km, max_speed,
    doors, deck_type, icon, remark, version, ${isoTime(sql`updated_at`)} as updated_at,
    (select count(*) from bus where bus.model_uuid = bus_model.model_uuid and bus.deleted_at is null) as bus_count`,
  where: ({ modelNum, energyType, manufacturer }) => [
    ...(modelNum ? [foundIn("bus_model", modelNum, ["model_num"])] : []),
    ...(energyType !== undefined ? [sql`energy_type = ${energyType}`] : []),
    ...(manufacturer ? [sql`position(lower(${manufacturer}) in lower(manufacturer)) > 0`] : []),
  ],
  order: ordered(
    "busModel",
    "modelNum",
    "modelName",
    "manufacturer",
    "energyType",
    "length",
    "seats",
    "approved",
    "updatedAt",
  ),
};

const references: Reference[] = [
  {
    label: "车辆",
    blocking: true,
    select: (keys) =>
      sql`select model_uuid as used, bus_uuid as key, bus_self_code as title, org_id from bus where model_uuid = any(${keys}) and deleted_at is null`,
    href: (key) => `/bus/bus-management/${key}`,
  },
];

export const listBusModels = (viewer: Viewer, state: ListState<BusModelFilters>) =>
  listOf(busModelSource, viewer, state);
export const allBusModels = (viewer: Viewer, filters: BusModelFilters) => allOf(busModelSource, viewer, filters);
export const streamBusModels = (viewer: Viewer, state: ListState<BusModelFilters>) =>
  streamOf(busModelSource, viewer, state);
export const findBusModel = (viewer: Viewer, modelUuid: string) => findOf(busModelSource, viewer, modelUuid);
export const busModelUses = (viewer: Viewer, keys: string[]) => usesOf(viewer, references, keys);

/** All models by number, for those who choose one. */
export async function busModelOptions(_viewer: Viewer): Promise<BusModelOption[]> {
  return db()
    .selectFrom("busModel")
    .select(["modelUuid", "modelNum", "modelName", "energyType", "seats", "approved"])
    .where("deletedAt", "is", null)
    .orderBy("modelNum")
    .execute();
}

/** The same as a control's choices. */
export async function busModelChoices(viewer: Viewer): Promise<Choice[]> {
  return (await busModelOptions(viewer)).map(({ modelUuid, modelNum, modelName }) => ({
    value: modelUuid,
    label: [modelNum, modelName].filter(Boolean).join(" "),
  }));
}

export const createBusModel = (viewer: Viewer, values: BusModelValues) => createOf(busModelSource, viewer, values);

/** Changes the fields given; `version` sent and out of date throws problem.stale. */
export async function updateBusModel(
  viewer: Viewer,
  modelUuid: string,
  changes: Partial<BusModelValues>,
  version?: number,
): Promise<BusModelRow> {
  await inTransaction(async (trx) => {
    const [current] = await heldOf<BusModelRow>(trx, busModelSource, viewer, [modelUuid]);
    const { seats = current!.seats, approved = current!.approved } = changes;
    if (!seatsFit({ seats, approved })) throw problem.field("seats", seatsError.message);
    await updateRecord(trx, viewer, busModelRecord, modelUuid, changes, version);
  });
  return rowOf(busModelSource, modelUuid);
}

export const deleteBusModels = (viewer: Viewer, keys: string[]) => deleteOf(busModelSource, viewer, references, keys);
/** A number taken meanwhile must be given anew. */
export const restoreBusModel = (viewer: Viewer, modelUuid: string, modelNum?: string) =>
  restoreOf(busModelSource, viewer, modelUuid, { modelNum });

export function isBusModelNumFree(_viewer: Viewer, check: { modelNum: string; modelUuid?: string }): Promise<boolean> {
  return isFree(db(), busModelRecord, "modelNum", check.modelNum, check.modelUuid);
}
