import { page } from "~/kernel/access/page.server";
import { askRemoval, removing } from "~/kernel/rooms/pages.server";
import { RemovalScreen, removalTitle, screen } from "~/kernel/screens";
import { may } from "../policy";
import { deleteStations, findStation, stationUses } from "../queries.server";
import { stationRoom } from "../room";

export const handle = screen({ title: removalTitle(stationRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, stationRoom, findStation, stationUses));
export const action = page(may.remove, (call) => removing(call, stationRoom, findStation, deleteStations));

export default function DeleteStation() {
  return <RemovalScreen room={stationRoom} />;
}
