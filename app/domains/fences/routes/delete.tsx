import { page } from "~/kit/page/http/page.server";
import { askRemoval, removing } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RemovalScreen, removalTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { deleteFences, fenceUses, findFence } from "../queries.server";
import { fenceRoom } from "../room";

export const handle = screen({ title: removalTitle(fenceRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, fenceRoom, findFence, fenceUses));
export const action = page(may.remove, (call) => removing(call, fenceRoom, findFence, deleteFences));

export default function DeleteFence() {
  return <RemovalScreen room={fenceRoom} />;
}
