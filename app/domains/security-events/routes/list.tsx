import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { listRows } from "~/kit/room/source.server";
import { eventsUrl, may } from "../policy";
import { eventSource } from "../queries.server";
import { eventTable } from "../table";

export const handle = screen({ title: "安全事件" });

export const loader = page(may.read, (call) =>
  listPage(call, {}, eventTable, (viewer, state) => listRows(eventSource, viewer, state)),
);

export default function SecurityEvents() {
  return (
    <ListScreen
      {...useLoaderData<typeof loader>()}
      table={eventTable}
      room={{ noun: "安全事件", url: eventsUrl }}
      emptyText="还没有安全事件。"
    />
  );
}
