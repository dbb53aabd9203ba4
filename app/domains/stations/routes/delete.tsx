import { page } from "~/kit/page/http/page.server";
import { askRemoval, removing } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RemovalScreen, removalTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { deleteStations, findStation, stationUses } from "../queries.server";
import { stationRoom } from "../room";

export const handle = screen({ title: removalTitle(stationRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, stationRoom, findStation, stationUses));
export const action = page(may.remove, (call) => removing(call, stationRoom, findStation, deleteStations));

export default function DeleteStation() {
  return <RemovalScreen room={stationRoom} />;
}
