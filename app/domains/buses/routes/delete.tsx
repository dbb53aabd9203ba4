import { page } from "~/kit/page/http/page.server";
import { askRemoval, removing } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RemovalScreen, removalTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { busUses, deleteBuses, findBus } from "../queries.server";
import { busRoom } from "../room";

export const handle = screen({ title: removalTitle(busRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, busRoom, findBus, busUses));
export const action = page(may.remove, (call) => removing(call, busRoom, findBus, deleteBuses));

export default function DeleteBus() {
  return <RemovalScreen room={busRoom} />;
}
