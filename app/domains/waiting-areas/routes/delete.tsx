import { page } from "~/kernel/access/page.server";
import { askRemoval, removing } from "~/kernel/rooms/pages.server";
import { RemovalScreen, removalTitle, screen } from "~/kernel/screens";
import { may } from "../policy";
import { deleteWaitingAreas, findWaitingArea } from "../queries.server";
import { waitingAreaRoom } from "../room";

export const handle = screen({ title: removalTitle(waitingAreaRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, waitingAreaRoom, findWaitingArea));
export const action = page(may.remove, (call) => removing(call, waitingAreaRoom, findWaitingArea, deleteWaitingAreas));

export default function DeleteWaitingArea() {
  return <RemovalScreen room={waitingAreaRoom} />;
}
