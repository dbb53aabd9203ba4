import { sql } from "kysely";
import { orgAndBelow } from "~/kit/data/access/org-below.server";
import type { RecordTable } from "~/kit/data/db/records.server";
import { isoTime, ordered, type Kept } from "~/kit/room/source.server";
import { foundIn } from "~/kit/data/search/found.server";
import { ownerName, ownerOrg } from "./owners.server";
import type { DeviceFilters, DeviceRow } from "./schema";

export const deviceRecord: RecordTable = {
  table: "device",
  key: "devUuid",
  room: "devices",
  noun: "设备",
  searched: ["devSelfCode", "imei", "terminalPhone", "simPhone", "iccid"],
  derived: ["firmware", "lineFileVersion", "firstConnectTime", "lastConnectTime"],
  unique: {
    device_code_living: { path: "devSelfCode", message: "设备编号已被使用" },
    device_imei_living: { path: "imei", message: "IMEI 已被其他设备使用" },
    device_phone_living: { path: "terminalPhone", message: "终端手机号已被其他设备使用" },
    device_sim_living: { path: "simPhone", message: "SIM 卡号已被其他设备使用" },
    device_iccid_living: { path: "iccid", message: "ICCID 已被其他设备使用" },
  },
};

/** The organisation of a device is its owner's; a device at a station or bound to nothing has none. */
const org = ownerOrg("device");
const isOnline = sql`coalesce(device.last_connect_time > now() - interval '5 minutes', false)`;

export const deviceSource: Kept<DeviceRow, DeviceFilters> = {
  kept: deviceRecord,
  select: sql`device.dev_uuid, device.dev_self_code, device.imei, device.terminal_phone, device.model_uuid, model.model_num, model.factory, device.dev_type,
    device.protocol, model.protocol as model_protocol, device.sim_phone, device.iccid, device.bind_type, device.bind_uuid,
    ${ownerName("device")} as bind_name, organisation.org_id, organisation.org_name,
    device.channel, device.character_set, device.time_zone, device.firmware, device.line_file_version, ${isOnline}::int as connect_state,
    ${isoTime(sql`device.first_connect_time`)} as first_connect_time, ${isoTime(sql`device.last_connect_time`)} as last_connect_time,
    device.install_date, device.expire_date, device.dev_state, device.is_slave, device.remark, device.version, ${isoTime(sql`device.updated_at`)} as updated_at`,
  joins: sql`join device_model model on model.model_uuid = device.model_uuid
    left join organisation on organisation.org_id = ${org}`,
  where: ({ devSelfCode, modelUuid, devType, devState, connectState, bindType, bindUuid, orgId }) => [
    ...(devSelfCode ? [foundIn("device", devSelfCode, ["dev_self_code"])] : []),
    ...(modelUuid ? [sql`device.model_uuid = ${modelUuid}`] : []),
    ...(devType !== undefined ? [sql`device.dev_type = ${devType}`] : []),
    ...(devState !== undefined ? [sql`device.dev_state = ${devState}`] : []),
    ...(connectState !== undefined ? [connectState === 1 ? isOnline : sql`not ${isOnline}`] : []),
    ...(bindType ? [bindType === "none" ? sql`device.bind_type is null` : sql`device.bind_type = ${bindType}`] : []),
    ...(bindUuid ? [sql`device.bind_uuid = ${bindUuid}`] : []),
    ...(orgId ? [sql`${org} in ${orgAndBelow(orgId)}`] : []),
  ],
  order: ordered(
    "device",
    "devSelfCode",
    "devType",
    "devState",
    "lastConnectTime",
    "installDate",
    "expireDate",
    "updatedAt",
  ),
  scope: org,
  unowned: "seen",
};
