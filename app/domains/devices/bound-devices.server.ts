import { sql } from "kysely";
import type { Reference } from "~/kit/room/uses.server";
import type { OwnerKind } from "./choices";
import { deviceRoom } from "./room";

/** The devices bound to records of a kind, which must be unbound before these are deleted. */
export const boundDevices = (bindType: OwnerKind): Reference => ({
  label: "设备",
  blocking: true,
  select: (keys) =>
    sql`select bind_uuid as used, dev_uuid as key, dev_self_code as title, null as org_id from device where bind_type = ${bindType} and bind_uuid = any(${keys}) and deleted_at is null`,
  href: (key) => `${deviceRoom.url}/${key}`,
});
