import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { ListScreen, screen } from "~/kit/page/screens";
import { roomList } from "~/kit/room/served-pages.server";
import { deviceRoom } from "../room";
import { deviceTable } from "../table";
import { devices } from "../room.server";

export const handle = screen({ title: deviceRoom.title });
export const loader = page(deviceRoom.may.read, async (call) => ({
  ...(await roomList(call, devices)),
  mayBind: allows(call.viewer, deviceRoom.may.bind),
}));

export default function Devices() {
  const { mayBind, ...list } = useLoaderData<typeof loader>();
  const bind = mayBind && (
    <a className="button" href={`${deviceRoom.url}/bind-many`}>
      批量绑定
    </a>
  );
  return (
    <ListScreen
      room={deviceRoom}
      table={deviceTable}
      {...list}
      actions={bind}
      emptyText="还没有设备：先在“设备型号管理”中登记型号，再新增设备。"
    />
  );
}
