import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { roomList } from "~/kit/room/served-pages.server";
import { deviceModelRoom, deviceModelTable } from "../room";
import { deviceModels } from "../room.server";

export const handle = screen({ title: deviceModelRoom.title });
export const loader = page(deviceModelRoom.may.read, (call) => roomList(call, deviceModels));

export default function DeviceModels() {
  const list = useLoaderData<typeof loader>();
  return (
    <ListScreen
      room={deviceModelRoom}
      table={deviceModelTable}
      {...list}
      emptyText="还没有设备型号：新增型号后才能登记设备。"
    />
  );
}
