import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { may } from "../policy";
import { listDeviceModels } from "../queries.server";
import { deviceModelRoom } from "../room";
import { deviceModelTable } from "../table";

export const handle = screen({ title: "设备型号管理" });
export const loader = page(may.read, (call) => listPage(call, may, deviceModelTable, listDeviceModels));

export default function DeviceModels() {
  return (
    <ListScreen
      room={deviceModelRoom}
      table={deviceModelTable}
      {...useLoaderData<typeof loader>()}
      emptyText="还没有设备型号：新增型号后才能登记设备。"
    />
  );
}
