import { page } from "~/kit/page/http/page.server";
import { askRemoval, removing } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RemovalScreen, removalTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { deleteBusModels, findBusModel, busModelUses } from "../queries.server";
import { busModelRoom } from "../room";

export const handle = screen({ title: removalTitle(busModelRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, busModelRoom, findBusModel, busModelUses));
export const action = page(may.remove, (call) => removing(call, busModelRoom, findBusModel, deleteBusModels));

export default function DeleteBusModel() {
  return <RemovalScreen room={busModelRoom} />;
}
