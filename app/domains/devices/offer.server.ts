import { sql } from "kysely";
import { type Offer, offerOf } from "~/kit/room/offers.server";
import { inTransaction } from "~/kit/data/db/pool.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { problem } from "~/kit/ground/problem";
import { bindDevice, rebindDevice } from "./bindings.server";
import { ownerKind, type OwnerKind, scrapped } from "./choices";
import { findOwners, type Owner, ownerInWords } from "./owners.server";
import { deviceSource } from "./source.server";

/** Devices to bind, by any of their numbers: the free ones, and those looked for with what they are bound to; none that is scrapped. */
export const offerDevices: Offer = async (viewer, chosen, keyword) => {
  const usable = sql`device.dev_state <> ${scrapped}`;
  const offered = await offerOf(
    deviceSource,
    ({ devUuid, devSelfCode, modelNum, bindType, bindName }) => ({
      value: devUuid,
      label: `${devSelfCode} ${modelNum}${bindType ? `（已绑定${ownerInWords(bindType, bindName)}）` : ""}`,
    }),
    keyword ? usable : sql`${usable} and device.bind_type is null`,
  )(viewer, chosen, keyword);
  return { ...offered, all: false };
};

export async function requireOwner(viewer: Viewer, bindType: OwnerKind, key: string): Promise<Owner> {
  const [owner] = await inTransaction((trx) => findOwners(trx, viewer, bindType, "key", [key]));
  if (!owner) throw problem.missing(ownerKind(bindType).label);
  return owner;
}

/** Binds a device to an owner; one that has another goes over only where `move` says so. */
export async function bindTo(
  viewer: Viewer,
  owner: Owner,
  { devUuid, move }: { devUuid: string; move: boolean },
): Promise<void> {
  const to = { bindType: owner.bindType, ownerCode: owner.code };
  await (move ? rebindDevice(viewer, devUuid, to) : bindDevice(viewer, devUuid, to));
}
