import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { roomList } from "~/kit/room/served-pages.server";
import { busModelRoom, busModelTable } from "../room";
import { busModels } from "../room.server";

export const handle = screen({ title: busModelRoom.title });
export const loader = page(busModelRoom.may.read, (call) => roomList(call, busModels));

export default function BusModels() {
  const list = useLoaderData<typeof loader>();
  return (
    <ListScreen
      room={busModelRoom}
      table={busModelTable}
      {...list}
      emptyText="还没有车辆型号：新增型号后才能登记车辆。"
    />
  );
}
