import { type RawBuilder, sql, type Transaction } from "kysely";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, isFree, restoreRecord, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import type { Choice } from "~/kit/page/forms/field";
import { problem } from "~/kit/ground/problem";
import { refuseBroken } from "~/kit/room/checks.server";
import { findGivenUp, requireRelated } from "~/kit/room/relations.server";
import { listAllRows, findRow, lockRows } from "~/kit/room/source.server";
import { loadRow } from "~/kit/room/verbs.server";
import { placeDevice } from "./bindings.server";
import type { DeviceValues } from "./binding-forms";
import type { OwnerKind } from "./choices";
import { type DeviceRow, deviceRoom } from "./room";
import { deviceSource } from "./source.server";

export { type Binding, bindingsOf } from "./binding-history.server";
export { bindDevice, unbindDevices } from "./bindings.server";
export { type BindLine, bindMany, previewBinding } from "./bind-many.server";
export { boundDevices } from "./bound-devices.server";
export { bindTo, offerDevices, requireOwner } from "./offer.server";
export { deviceSource } from "./source.server";

export const findDevice = (viewer: Viewer, devUuid: string) => findRow(deviceSource, viewer, devUuid);

export const devicesOf = (viewer: Viewer, bindType: OwnerKind, bindUuid: string) =>
  listAllRows(deviceSource, viewer, { bindType, bindUuid });

/** The devices that may be bound to an owner: those it has, and the free ones. */
export async function devicesFor(
  viewer: Viewer,
  bindType: OwnerKind,
  bindUuid: string | undefined,
): Promise<DeviceRow[]> {
  const [own, free] = await Promise.all([
    bindUuid ? devicesOf(viewer, bindType, bindUuid) : [],
    listAllRows(deviceSource, viewer, { bindType: "none" }),
  ]);
  return [...own, ...free];
}

export async function createDevice(
  viewer: Viewer,
  { bindType, bindUuid, ...values }: DeviceValues,
): Promise<DeviceRow> {
  const key = await inTransaction(async (trx) => {
    await requireRelated(trx, viewer, deviceRoom, values);
    await requireProtocol(trx, values);
    const { devUuid } = await createRecord<{ devUuid: string }>(trx, viewer, deviceSource.kept, values);
    await place(trx, viewer, devUuid, { bindType: bindType ?? undefined, bindUuid });
    return devUuid;
  });
  return loadRow(deviceSource, viewer, key);
}

export async function updateDevice(
  viewer: Viewer,
  devUuid: string,
  { bindType, bindUuid, ...changes }: Partial<DeviceValues>,
  version?: number,
): Promise<DeviceRow> {
  await inTransaction(async (trx) => {
    const [current] = await lockRows<DeviceRow>(trx, deviceSource, viewer, [devUuid]);
    const { modelUuid = current!.modelUuid, protocol = current!.protocol } = changes;
    refuseBroken(deviceRoom, current!, changes);
    await requireRelated(trx, viewer, deviceRoom, changes, { ...current });
    if (modelUuid !== current!.modelUuid || protocol !== current!.protocol)
      await requireProtocol(trx, { modelUuid, protocol });
    await updateRecord(trx, viewer, deviceSource.kept, devUuid, changes, version);
    await place(trx, viewer, devUuid, { bindType, bindUuid });
  });
  return loadRow(deviceSource, viewer, devUuid);
}

/** Brings a deleted device back; a device number taken meanwhile must be given anew, other numbers taken meanwhile are left empty. */
export async function restoreDevice(viewer: Viewer, devUuid: string, devSelfCode?: string): Promise<DeviceRow> {
  await inTransaction(async (trx) => {
    const [deleted] = await lockRows<DeviceRow>(trx, deviceSource, viewer, [devUuid], true);
    const givenUp = await findGivenUp(trx, deviceRoom, { ...deleted });
    const changes: Record<string, unknown> = { ...givenUp, ...(devSelfCode && { devSelfCode }) };
    for (const name of ["imei", "terminalPhone", "simPhone", "iccid"] as const) {
      if (deleted![name] && !(await isFree(trx, deviceSource.kept, name, deleted![name]))) changes[name] = null;
    }
    await restoreRecord(trx, viewer, deviceSource.kept, devUuid, changes);
  });
  return loadRow(deviceSource, viewer, devUuid);
}

export interface FactoryProtocols {
  factory: string;
  protocols: string[];
}

export async function factoryProtocols(_viewer: Viewer): Promise<FactoryProtocols[]> {
  const found = await sql<FactoryProtocols>`
    select coalesce(factory, '') as factory, array_agg(distinct protocol order by protocol) as protocols from device_model where deleted_at is null and protocol is not null group by 1 order by 1`.execute(
    db(),
  );
  return found.rows;
}

export async function deviceChoices(viewer: Viewer): Promise<Record<"modelUuid" | "protocol", Choice[]>> {
  const [protocols, models] = await Promise.all([
    factoryProtocols(viewer),
    sql<{ value: string; label: string; group: string }>`
    select model_uuid as value, concat_ws(' ', model_num, model_name) as label, coalesce(factory, '') as "group" from device_model where deleted_at is null order by 3, sort, model_num`.execute(
      db(),
    ),
  ]);
  const named = (group: string) => group || "未注明厂商";
  return {
    modelUuid: models.rows.map((model) => ({ ...model, group: named(model.group) })),
    protocol: protocols.flatMap((one) =>
      one.protocols.map((protocol) => ({ value: protocol, label: protocol, group: named(one.factory) })),
    ),
  };
}

async function place(
  trx: Transaction<DB>,
  viewer: Viewer,
  devUuid: string,
  owner: { bindType?: OwnerKind | null; bindUuid?: string | null },
): Promise<void> {
  if (owner.bindType !== undefined && !allows(viewer, deviceRoom.may.bind))
    throw problem.forbidden("您没有绑定设备的权限");
  await placeDevice(trx, viewer, devUuid, owner);
}

async function requireProtocol(
  trx: Transaction<DB>,
  { modelUuid, protocol }: { modelUuid: string; protocol?: string | null },
): Promise<void> {
  if (!protocol) return;
  const asked: RawBuilder<{ factory: string | null; known: boolean }> = sql`
    select factory, exists (select from device_model same where same.deleted_at is null and same.factory is not distinct from model.factory and same.protocol = ${protocol}) as known
    from device_model model where model_uuid = ${modelUuid} for share of model`;
  const [model] = (await asked.execute(trx)).rows;
  if (!model?.known)
    throw problem.field(
      "protocol",
      `${model?.factory ? `厂商“${model.factory}”` : "这个型号的厂商"}没有这个协议，请从同一厂商的协议中选择，或留空按型号`,
    );
}
export { type DroppedReport, noteDropped } from "./dropped.server";
