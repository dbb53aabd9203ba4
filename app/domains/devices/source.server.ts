import { sql } from "kysely";
import { onKeys } from "~/kit/room/on-keys.server";
import { orgAndBelow } from "~/kit/data/access/org-below.server";
import { byOrganisation } from "~/kit/room/source-sql.server";
import { defineRecords } from "~/kit/room/served.server";
import { isoTime } from "~/kit/data/db/iso-time";
import { foundIn } from "~/kit/data/search/found.server";
import { ownerName, ownerOrg } from "./owners.server";
import type { OwnerKind } from "./choices";
import { type DeviceRow, deviceRoom } from "./room";

/** The organisation of a device is its owner's; a device at a station or bound to nothing has none. */
const org = ownerOrg("device");
const isOnline = sql`coalesce(device.last_connect_time > now() - interval '5 minutes', false)`;

interface Filters {
  devSelfCode?: string;
  connectState?: number;
  bindType?: OwnerKind | "none";
  bindUuid?: string;
  orgId?: string;
}

export const deviceSource = defineRecords<DeviceRow, Filters>(deviceRoom, {
  table: "device",
  searched: ["devSelfCode", "imei", "terminalPhone", "simPhone", "iccid"],
  codeOrder: true,
  derived: ["firmware", "lineFileVersion", "firstConnectTime", "lastConnectTime", "sortOrg"],
  unique: {
    device_code_living: "devSelfCode",
    device_imei_living: { path: "imei", message: "IMEI 已被其他设备使用" },
    device_phone_living: { path: "terminalPhone", message: "终端手机号已被其他设备使用" },
    device_sim_living: { path: "simPhone", message: "SIM 卡号已被其他设备使用" },
    device_iccid_living: { path: "iccid", message: "ICCID 已被其他设备使用" },
  },
  more: sql`model.factory, model.protocol as model_protocol, device.bind_type, device.bind_uuid,
    ${ownerName("device")} as bind_name, organisation.org_id, organisation.org_name,
    device.firmware, device.line_file_version, ${isOnline}::int as connect_state,
    ${isoTime(sql`device.first_connect_time`)} as first_connect_time, ${isoTime(sql`device.last_connect_time`)} as last_connect_time`,
  joins: sql`join device_model model on model.model_uuid = device.model_uuid
    left join organisation on organisation.org_id = ${org}`,
  filters: {
    devSelfCode: (part) => foundIn("device", part, ["dev_self_code"]),
    connectState: (state) => (state === 1 ? isOnline : sql`not ${isOnline}`),
    bindType: (kind) => (kind === "none" ? sql`device.bind_type is null` : sql`device.bind_type = ${kind}`),
    bindUuid: (key) => sql`device.bind_uuid = ${key}`,
    orgId: (key) => onKeys(sql`select org_id from ${orgAndBelow(key)} branch`, (keys) => sql`${org} = any(${keys})`),
  },
  byRecords: () => ({ orgName: byOrganisation(sql`device.sort_org`) }),
  order: ["devSelfCode", "devType", "devState", "lastConnectTime", "installDate", "expireDate", "updatedAt"],
  scope: org,
  unowned: "visible",
});
