import { useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { may } from "../policy";
import { listDepots } from "../queries.server";
import { depotRoom } from "../room";
import { depotTable } from "../table";

export const handle = screen({ title: "场站管理" });

export const loader = page(may.read, async (call) => {
  const [list, orgs] = await Promise.all([
    listPage(call, may, depotTable, listDepots),
    organisationChoices(call.viewer),
  ]);
  return { ...list, orgs };
});

export default function Depots() {
  const { orgs, ...list } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      room={depotRoom}
      table={depotTable}
      {...list}
      choices={{ orgId: orgs }}
      emptyText="还没有场站：新增停车场、保养场、枢纽站后，车辆才能选择停放场站。"
    />
  );
}
