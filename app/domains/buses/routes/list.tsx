import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { roomList } from "~/kit/room/served-pages.server";
import { busRoom } from "../room";
import { buses } from "../room.server";
import { busTable } from "../table";

export const handle = screen({ title: busRoom.title });
export const loader = page(busRoom.may.read, (call) => roomList(call, buses));

export default function Buses() {
  return (
    <ListScreen
      {...useLoaderData<typeof loader>()}
      room={busRoom}
      table={busTable}
      emptyText="还没有车辆：请先在车辆型号管理中登记型号，再新增车辆。"
    />
  );
}
