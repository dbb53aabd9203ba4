import { page } from "~/kit/page/http/page.server";
import { askRemoval, removing } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RemovalScreen, removalTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { deleteDepots, depotUses, findDepot } from "../queries.server";
import { depotRoom } from "../room";

export const handle = screen({ title: removalTitle(depotRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, depotRoom, findDepot, depotUses));
export const action = page(may.remove, (call) => removing(call, depotRoom, findDepot, deleteDepots));

export default function DeleteDepot() {
  return <RemovalScreen room={depotRoom} />;
}
