import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { may } from "../policy";
import { filterChoices, listBuses } from "../queries.server";
import { busRoom } from "../room";
import { busTable } from "../table";

export const handle = screen({ title: "车辆管理" });

export const loader = page(may.read, async (call) => {
  const [list, choices] = await Promise.all([listPage(call, may, busTable, listBuses), filterChoices(call.viewer)]);
  return { ...list, choices };
});

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
