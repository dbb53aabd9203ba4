import { page } from "~/kit/page/http/page.server";
import { askRemoval, removing } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RemovalScreen, removalTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { deleteWaitingAreas, findWaitingArea } from "../queries.server";
import { waitingAreaRoom } from "../room";

export const handle = screen({ title: removalTitle(waitingAreaRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, waitingAreaRoom, findWaitingArea));
export const action = page(may.remove, (call) => removing(call, waitingAreaRoom, findWaitingArea, deleteWaitingAreas));

export default function DeleteWaitingArea() {
  return <RemovalScreen room={waitingAreaRoom} />;
}
