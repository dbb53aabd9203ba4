import { allows, type Viewer } from "~/kit/data/access/viewer";
import type { Sides } from "~/kit/room/audited.server";
import { maskedIdCard } from "./id-card";
import { personRoom } from "./room";

/** Changes of persons as they are shown to who may not read ID cards. */
export async function maskIdCards<C extends Sides>(viewer: Viewer, changes: C[]): Promise<C[]> {
  if (allows(viewer, personRoom.may.idCard)) return changes;
  return changes.map((change) => ({ ...change, before: masked(change.before), after: masked(change.after) }));
}

function masked(side: Sides["before"]) {
  return side && typeof side.idCard === "string" ? { ...side, idCard: maskedIdCard(side.idCard) } : side;
}
