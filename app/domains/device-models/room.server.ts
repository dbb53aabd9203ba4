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
  sheet: {
    templateCode: "deviceModel",
    writtenTogether: true,
    looks: {
      modelNum: { example: "ZD-100" },
      modelName: { example: "车载主机" },
      protocol: { example: "JT/T 808-2019" },
      support: { example: "在线状态、定位" },
      maxFileMb: { example: 50 },
    },
  },
  calls: (served) => [
    api("/api/dev/model/v1.0", {
      ...roomCalls(served),
      validDeviceModelNum: freeCall(served, "modelNum"),
    }),
  ],
  detail: (model) => [model.modelName, model.protocol].filter(Boolean).join(" "),
});
