import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { recordChange } from "~/kit/data/db/history.server";
import { type Database, inTransaction, newKey } from "~/kit/data/db/pool.server";
import { plainRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { isVisible } from "~/kit/room/source-sql.server";
import { type Owner, ownerInWords, ownerName, findOwners } from "./owners.server";
import { ownerKind, type OwnerKind, scrapped } from "./choices";
import { deviceSource } from "./source.server";

export type Bindable = Record<string, unknown> & {
  devUuid: string;
  devSelfCode: string;
  version: number;
  bindType: OwnerKind | null;
  bindUuid: string | null;
  bindName: string | null;
  devState: number;
};

/** The living devices with these numbers or keys that the viewer may see; `lock` holds them until the transaction ends. */
export async function bindableDevices(
  on: Database,
  viewer: Viewer,
  by: "devSelfCode" | "devUuid",
  values: readonly string[],
  lock: boolean,
): Promise<Bindable[]> {
  const found = await sql<Bindable>`select device.*, ${ownerName("device")} as bind_name from device
    where ${sql.ref(`device.${by}`)} = any(${values}) and device.deleted_at is null and ${isVisible(deviceSource, viewer)} order by device.dev_uuid ${lock ? sql`for update of device` : sql``}`.execute(
    on,
  );
  return found.rows;
}

/** Binds a free device to the owner with this number; one that somebody has bound meanwhile is refused. */
export async function bindDevice(
  viewer: Viewer,
  devUuid: string,
  { bindType, ownerCode }: { bindType: OwnerKind; ownerCode: string },
): Promise<Owner> {
  return inTransaction(async (trx) => {
    const device = await heldDevice(trx, viewer, devUuid);
    if (device.bindType) throw problem.field("ownerCode", boundElsewhere(device));
    refuseScrapped(device, "ownerCode");
    const [owner] = await findOwners(trx, viewer, bindType, "code", [ownerCode]);
    if (!owner) throw problem.field("ownerCode", `没有这个${ownerKind(bindType).code}，或不在您的机构范围内`);
    await setOwners(trx, viewer, [[device, owner]]);
    return owner;
  });
}

/** Gives a device the owner with this number instead of the one it has, or none. */
export async function rebindDevice(
  viewer: Viewer,
  devUuid: string,
  to: { bindType: OwnerKind; ownerCode: string } | null,
): Promise<void> {
  await inTransaction(async (trx) => {
    const device = await heldDevice(trx, viewer, devUuid);
    if (to) refuseScrapped(device, "ownerCode");
    const [owner] = to ? await findOwners(trx, viewer, to.bindType, "code", [to.ownerCode]) : [null];
    if (owner === undefined)
      throw problem.field("ownerCode", `没有这个${ownerKind(to!.bindType).code}，或不在您的机构范围内`);
    await setOwners(trx, viewer, [[device, owner]]);
  });
}

export async function unbindDevices(viewer: Viewer, keys: readonly string[]): Promise<void> {
  await inTransaction(async (trx) => {
    const devices = await bindableDevices(trx, viewer, "devUuid", keys, true);
    if (devices.length < new Set(keys).size) throw problem.missing("设备");
    const free = devices.find((device) => !device.bindType);
    if (free) throw problem.field("devUuid", `设备 ${free.devSelfCode} 没有绑定对象`);
    await setOwners(
      trx,
      viewer,
      devices.map((device) => [device, null]),
    );
  });
}

/** The owner that a call names: none of it leaves it, null frees the device, and another than it has must wait until it is free. */
export async function placeDevice(
  trx: Transaction<DB>,
  viewer: Viewer,
  devUuid: string,
  { bindType, bindUuid }: { bindType?: OwnerKind | null; bindUuid?: string | null },
): Promise<void> {
  if (bindType === undefined) return;
  const device = await heldDevice(trx, viewer, devUuid);
  if (device.bindUuid === (bindUuid ?? null)) return;
  if (!bindType || !bindUuid) return setOwners(trx, viewer, [[device, null]]);
  if (device.bindType) throw problem.field("bindUuid", boundElsewhere(device));
  refuseScrapped(device, "bindUuid");
  const [owner] = await findOwners(trx, viewer, bindType, "key", [bindUuid]);
  if (!owner) throw problem.field("bindUuid", `没有这个${ownerKind(bindType).label}，或不在您的机构范围内`);
  await setOwners(trx, viewer, [[device, owner]]);
}

/** Gives locked devices their owners, or none: in the devices, their owners' history and their own. */
export async function setOwners(
  trx: Transaction<DB>,
  viewer: Viewer,
  pairs: readonly (readonly [Bindable, Owner | null])[],
): Promise<void> {
  const reason = viewer.reason ?? null;
  const keys = pairs.map(([device]) => device.devUuid);
  const bound = pairs.flatMap(([{ devUuid }, owner]) => (owner ? [{ devUuid, ...owner }] : []));
  await sql`update device_binding set end_time = now(), unbound_by = ${viewer.userName}, reason = nullif(concat_ws('；', reason, ${reason}::text), '') where dev_uuid = any(${keys}) and end_time is null`.execute(
    trx,
  );
  await sql`insert into device_binding (binding_uuid, dev_uuid, bind_type, bind_uuid, bound_by, reason)
    select *, ${viewer.userName}, ${reason} from unnest(${bound.map(() => newKey())}::text[], ${bound.map((one) => one.devUuid)}::text[], ${bound.map((one) => one.bindType)}::text[], ${bound.map((one) => one.bindUuid)}::text[])`.execute(
    trx,
  );
  const after =
    await sql<Bindable>`update device set bind_type = given.bind_type, bind_uuid = given.bind_uuid, version = version + 1, updated_at = now(), updated_by = ${viewer.userId}
    from unnest(${keys}::text[], ${pairs.map(([, owner]) => owner?.bindType ?? null)}::text[], ${pairs.map(([, owner]) => owner?.bindUuid ?? null)}::text[]) as given (dev_uuid, bind_type, bind_uuid)
    where device.dev_uuid = given.dev_uuid returning device.*`.execute(trx);
  const before = new Map(pairs.map(([device]) => [device.devUuid, device]));
  for (let from = 0; from < after.rows.length; from += 1000) {
    const changes = after.rows.slice(from, from + 1000).map((row) => {
      const { bindName: _name, ...stored } = before.get(row.devUuid)!;
      return {
        room: deviceSource.kept.room,
        key: row.devUuid,
        action: "update" as const,
        version: row.version,
        before: plainRecord(deviceSource.kept, stored),
        after: plainRecord(deviceSource.kept, row),
      };
    });
    await recordChange(trx, viewer, ...changes);
  }
}

const boundElsewhere = ({ devSelfCode, bindType, bindName }: Bindable) =>
  `设备 ${devSelfCode} 已绑定${ownerInWords(bindType!, bindName)}，请先解绑`;

export const scrappedWords = ({ devSelfCode }: Bindable) => `设备 ${devSelfCode} 已报废，不能绑定`;

function refuseScrapped(device: Bindable, path: string): void {
  if (device.devState === scrapped) throw problem.field(path, scrappedWords(device));
}

async function heldDevice(trx: Transaction<DB>, viewer: Viewer, devUuid: string): Promise<Bindable> {
  const [device] = await bindableDevices(trx, viewer, "devUuid", [devUuid], true);
  if (!device) throw problem.missing("设备");
  return device;
}
