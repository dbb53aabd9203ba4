import { page } from "~/kernel/access/page.server";
import { askRemoval, removing } from "~/kernel/rooms/pages.server";
import { RemovalScreen, removalTitle, screen } from "~/kernel/screens";
import { may } from "../policy";
import { deleteFences, fenceUses, findFence } from "../queries.server";
import { fenceRoom } from "../room";

export const handle = screen({ title: removalTitle(fenceRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, fenceRoom, findFence, fenceUses));
export const action = page(may.remove, (call) => removing(call, fenceRoom, findFence, deleteFences));

export default function DeleteFence() {
  return <RemovalScreen room={fenceRoom} />;
}
