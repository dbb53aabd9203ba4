import { useLoaderData } from "@remix-run/react";
import { offerFences } from "~/domains/fences/queries.server";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { loadFilterPicks } from "~/kit/room/offers.server";
import { eventsUrl, may } from "../policy";
import { listEvents } from "../queries.server";
import { eventTable } from "../table";

export const handle = screen({ title: "围栏事件" });

export const loader = page(may.read, async (call) => {
  const [list, orgId, picks] = await Promise.all([
    listPage(call, {}, eventTable, listEvents),
    organisationChoices(call.viewer),
    loadFilterPicks(call.viewer, { fenceUuid: offerFences }, call.url),
  ]);
  return { ...list, choices: { orgId }, picks };
});

export default function FenceEvents() {
  return (
    <ListScreen
      {...useLoaderData<typeof loader>()}
      table={eventTable}
      room={{ noun: "围栏事件", url: eventsUrl }}
      emptyText="还没有围栏事件：启用了规则的围栏在车辆违反规则时记录事件。"
    />
  );
}
