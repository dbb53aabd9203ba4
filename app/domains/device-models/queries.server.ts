import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { isFree, type RecordTable } from "~/kit/data/db/records.server";
import { allOf, findOf, isoTime, listOf, ordered, type Kept, streamOf } from "~/kit/room/source.server";
import { type Reference, usesOf } from "~/kit/room/uses.server";
import { createOf, deleteOf, restoreOf, updateOf } from "~/kit/room/verbs.server";
import { foundIn } from "~/kit/data/search/found.server";
import type { ListState } from "~/kit/page/tables/select-page.server";
import type { DeviceModelFilters, DeviceModelOption, DeviceModelRow, DeviceModelValues } from "./schema";

export const deviceModelRecord: RecordTable = {
  table: "deviceModel",
  key: "modelUuid",
  room: "device-models",
  noun: "设备型号",
  searched: ["modelName", "modelNum"],
  unique: { device_model_num_living: { path: "modelNum", message: "设备型号已存在" } },
};

export const deviceModelSource: Kept<DeviceModelRow, DeviceModelFilters> = {
  kept: deviceModelRecord,
  select: sql`model_uuid, model_num, model_name, factory, manufacturer_id, protocol, support, file_transport, notice_type, package_format, max_file_mb, audio_codec, sample_rate,
    charset, two_in_one, tags, sort, remark, version, ${isoTime(sql`updated_at`)} as updated_at,
    (select count(*) from device where device.model_uuid = device_model.model_uuid and device.deleted_at is null) as device_count`,
  where: ({ modelNum, factory, protocol }) => [
    ...(modelNum ? [foundIn("device_model", modelNum, ["model_num"])] : []),
    ...(factory ? [sql`position(lower(${factory}) in lower(factory)) > 0`] : []),
    ...(protocol ? [sql`position(lower(${protocol}) in lower(protocol)) > 0`] : []),
  ],
  order: ordered("deviceModel", "sort", "modelNum", "modelName", "factory", "protocol", "updatedAt"),
};

const references: Reference[] = [
  {
    label: "设备",
    blocking: true,
    select: (
      keys,
    ) => sql`select d.model_uuid as used, d.dev_uuid as key, d.dev_self_code as title, coalesce(b.org_id, p.org_id) as org_id
      from device d left join bus b on b.bus_uuid = d.bind_uuid left join depot p on p.parking_uuid = d.bind_uuid where d.model_uuid = any(${keys}) and d.deleted_at is null`,
    href: (key) => `/device/device-management/${key}`,
  },
];

export const listDeviceModels = (viewer: Viewer, state: ListState<DeviceModelFilters>) =>
  listOf(deviceModelSource, viewer, state);
export const allDeviceModels = (viewer: Viewer, filters: DeviceModelFilters) =>
  allOf(deviceModelSource, viewer, filters);
export const streamDeviceModels = (viewer: Viewer, state: ListState<DeviceModelFilters>) =>
  streamOf(deviceModelSource, viewer, state);
export const findDeviceModel = (viewer: Viewer, modelUuid: string) => findOf(deviceModelSource, viewer, modelUuid);
export const deviceModelUses = (viewer: Viewer, keys: string[]) => usesOf(viewer, references, keys);

/** All models in their order, for those who choose one. */
export async function deviceModelOptions(_viewer: Viewer): Promise<DeviceModelOption[]> {
  return db()
    .selectFrom("deviceModel")
    .select(["modelUuid", "modelNum", "modelName", "factory", "protocol"])
    .where("deletedAt", "is", null)
    .orderBy("sort")
    .orderBy("modelNum")
    .execute();
}

export const createDeviceModel = (viewer: Viewer, values: DeviceModelValues) =>
  createOf(deviceModelSource, viewer, values);
export const updateDeviceModel = (
  viewer: Viewer,
  modelUuid: string,
  changes: Partial<DeviceModelValues>,
  version?: number,
) => updateOf(deviceModelSource, viewer, modelUuid, changes, version);
export const deleteDeviceModels = (viewer: Viewer, keys: string[]) =>
  deleteOf(deviceModelSource, viewer, references, keys);
/** A number taken meanwhile must be given anew. */
export const restoreDeviceModel = (viewer: Viewer, modelUuid: string, modelNum?: string) =>
  restoreOf(deviceModelSource, viewer, modelUuid, { modelNum });

export function isDeviceModelNumFree(
  _viewer: Viewer,
  check: { modelNum: string; modelUuid?: string },
): Promise<boolean> {
  return isFree(db(), deviceModelRecord, "modelNum", check.modelNum, check.modelUuid);
}
