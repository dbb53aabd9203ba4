import { useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { may } from "../policy";
import { deviceChoices, listDevices } from "../queries.server";
import { deviceRoom } from "../room";
import { deviceTable } from "../table";

export const handle = screen({ title: "设备管理" });

export const loader = page(may.read, async (call) => {
  const [list, { models }, orgId] = await Promise.all([
    listPage(call, may, deviceTable, listDevices),
    deviceChoices(call.viewer),
    organisationChoices(call.viewer),
  ]);
  return { ...list, choices: { modelUuid: models, orgId }, mayBind: allows(call.viewer, may.bind) };
});

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
