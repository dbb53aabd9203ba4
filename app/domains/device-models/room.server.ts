import { sql } from "kysely";
import { foundIn } from "~/kit/data/search/found.server";
import { api } from "~/kit/page/http/api.server";
import { freeCall, roomCalls } from "~/kit/room/calls.server";
import { defineRecords, serve } from "~/kit/room/served.server";
import { type DeviceModelRow, deviceModelRoom, deviceModelTable } from "./room";

interface Filters {
  modelNum?: string;
  factory?: string;
  protocol?: string;
}

export const deviceModels = serve<DeviceModelRow>({
  room: deviceModelRoom,
  table: deviceModelTable,
  source: defineRecords<DeviceModelRow, Filters>(deviceModelRoom, {
    table: "deviceModel",
    searched: ["modelName", "modelNum"],
    unique: { device_model_num_living: { path: "modelNum", message: "设备型号已存在" } },
    more: sql`(select count(*) from device where device.model_uuid = device_model.model_uuid and device.deleted_at is null) as device_count`,
    filters: {
      modelNum: (text) => foundIn("device_model", text, ["model_num"]),
      factory: (text) => sql`position(lower(${text}) in lower(factory)) > 0`,
      protocol: (text) => sql`position(lower(${text}) in lower(protocol)) > 0`,
    },
    order: ["sort", "modelNum", "modelName", "factory", "protocol", "updatedAt"],
  }),
  references: [
    {
      label: "设备",
      blocking: true,
      select: (
        keys,
      ) => sql`select d.model_uuid as used, d.dev_uuid as key, d.dev_self_code as title, coalesce(b.org_id, p.org_id) as org_id
        from device d left join bus b on b.bus_uuid = d.bind_uuid left join depot p on p.parking_uuid = d.bind_uuid where d.model_uuid = any(${keys}) and d.deleted_at is null`,
      href: (key) => `/device/device-management/${key}`,
    },
  ],
  calls: (served) => [
    api("/api/dev/model/v1.0", {
      ...roomCalls(served),
      validDeviceModelNum: freeCall(served, "modelNum"),
    }),
  ],
  detail: (model) => [model.modelName, model.protocol].filter(Boolean).join(" "),
});
