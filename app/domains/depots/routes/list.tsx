import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { roomList } from "~/kit/room/served-pages.server";
import { depotRoom, depotTable } from "../room";
import { depots } from "../room.server";

export const handle = screen({ title: depotRoom.title });
export const loader = page(depotRoom.may.read, (call) => roomList(call, depots));

export default function Depots() {
  return (
    <ListScreen
      room={depotRoom}
      table={depotTable}
      {...useLoaderData<typeof loader>()}
      emptyText="还没有场站：新增停车场、保养场、枢纽站后，车辆才能选择停放场站。"
    />
  );
}
