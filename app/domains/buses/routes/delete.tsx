import { page } from "~/kernel/access/page.server";
import { askRemoval, removing } from "~/kernel/rooms/pages.server";
import { RemovalScreen, removalTitle, screen } from "~/kernel/screens";
import { may } from "../policy";
import { busUses, deleteBuses, findBus } from "../queries.server";
import { busRoom } from "../room";

export const handle = screen({ title: removalTitle(busRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, busRoom, findBus, busUses));
export const action = page(may.remove, (call) => removing(call, busRoom, findBus, deleteBuses));

export default function DeleteBus() {
  return <RemovalScreen room={busRoom} />;
}
