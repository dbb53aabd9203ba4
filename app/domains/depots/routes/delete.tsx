import { page } from "~/kernel/access/page.server";
import { askRemoval, removing } from "~/kernel/rooms/pages.server";
import { RemovalScreen, removalTitle, screen } from "~/kernel/screens";
import { may } from "../policy";
import { deleteDepots, depotUses, findDepot } from "../queries.server";
import { depotRoom } from "../room";

export const handle = screen({ title: removalTitle(depotRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, depotRoom, findDepot, depotUses));
export const action = page(may.remove, (call) => removing(call, depotRoom, findDepot, deleteDepots));

export default function DeleteDepot() {
  return <RemovalScreen room={depotRoom} />;
}
