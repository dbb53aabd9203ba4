import { useLoaderData } from "@remix-run/react";
import { page } from "~/kernel/access/page.server";
import { ListScreen, screen } from "~/kernel/screens";
import { listPage } from "~/kernel/tables/list-page.server";
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
