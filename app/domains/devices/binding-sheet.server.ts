import { sql } from "kysely";
import { shownWithin } from "~/kit/data/access/scope.server";
import { problem } from "~/kit/ground/problem";
import { field, optional } from "~/kit/room/fields";
import { partSheet } from "~/kit/room/sheets/part-sheet.server";
import type { Values } from "~/kit/room/sheets/sheet";
import { rebindDevice } from "./bindings.server";
import { ownerKind, ownerKinds, type OwnerKind } from "./choices";
import { ownerCode, ownerOrg } from "./owners.server";
import { devices } from "./room.server";
import { deviceRoom } from "./room";

const none = "none";
const kinds = [...ownerKinds.map(({ value, label }) => ({ value, label })), { value: none, label: "不绑定" }];

/** What devices are bound to: a row for each device. */
export const deviceBindingSheet = partSheet(devices, {
  templateCode: "deviceBinding",
  title: "设备绑定",
  noun: "绑定",
  write: deviceRoom.may.bind,
  fields: { bindType: field.word("绑定对象", kinds), ownerCode: optional(field.name("对象编号", 64)) },
  looks: {
    bindType: { example: "车辆" },
    ownerCode: { remark: "车辆自编号、站点编号或场站编号；不绑定时留空", example: "1001" },
  },
  rules: ["设备已绑定其他对象时，改绑到新的对象", "“不绑定”解除现有的绑定"],
  named: [],
  async read(viewer, keys, on) {
    const found = await sql<Values & { devUuid: string }>`
      select dev_uuid, bind_type, ${shownWithin(viewer, ownerOrg("device"), ownerCode("device"))} as owner_code from device
      where dev_uuid = any(${[...keys]}) and bind_type is not null`.execute(on);
    return new Map(found.rows.map(({ devUuid, ...item }) => [devUuid, [item]]));
  },
  isNone: ({ bindType }) => bindType === none,
  async save(viewer, devUuid, [item]) {
    const { bindType, ownerCode: code } = (item ?? { bindType: none }) as { bindType: string; ownerCode?: string };
    if (bindType === none) return rebindDevice(viewer, devUuid, null);
    const kind = bindType as OwnerKind;
    if (!code) throw problem.field("ownerCode", `请填写${ownerKind(kind).code}`);
    return rebindDevice(viewer, devUuid, { bindType: kind, ownerCode: code });
  },
});
