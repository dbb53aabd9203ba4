import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { may } from "../policy";
import { listBusModels } from "../queries.server";
import { busModelRoom } from "../room";
import { busModelTable } from "../table";

export const handle = screen({ title: "车辆型号管理" });
export const loader = page(may.read, (call) => listPage(call, may, busModelTable, listBusModels));

export default function BusModels() {
  return (
    <ListScreen
      room={busModelRoom}
      table={busModelTable}
      {...useLoaderData<typeof loader>()}
      emptyText="还没有车辆型号：新增型号后才能登记车辆。"
    />
  );
}
