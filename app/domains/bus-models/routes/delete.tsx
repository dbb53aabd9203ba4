import { page } from "~/kernel/access/page.server";
import { askRemoval, removing } from "~/kernel/rooms/pages.server";
import { RemovalScreen, removalTitle, screen } from "~/kernel/screens";
import { may } from "../policy";
import { deleteBusModels, findBusModel, busModelUses } from "../queries.server";
import { busModelRoom } from "../room";

export const handle = screen({ title: removalTitle(busModelRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, busModelRoom, findBusModel, busModelUses));
export const action = page(may.remove, (call) => removing(call, busModelRoom, findBusModel, deleteBusModels));

export default function DeleteBusModel() {
  return <RemovalScreen room={busModelRoom} />;
}
