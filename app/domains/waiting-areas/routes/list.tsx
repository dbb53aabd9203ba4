import { useLoaderData } from "@remix-run/react";
import { offerFences } from "~/domains/fences/queries.server";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { roomList } from "~/kit/room/served-pages.server";
import { waitingAreaRoom } from "../room";
import { waitingAreas } from "../room.server";
import { waitingAreaTable } from "../table";

export const handle = screen({ title: waitingAreaRoom.title });
export const loader = page(waitingAreaRoom.may.read, (call) =>
  roomList(call, { ...waitingAreas, offers: { fenceUuid: offerFences } }),
);

export default function WaitingAreas() {
  return (
    <ListScreen
      room={waitingAreaRoom}
      table={waitingAreaTable}
      {...useLoaderData<typeof loader>()}
      emptyText="还没有待车区：先有电子围栏，再在围栏内画出待车区。"
    />
  );
}
