import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { may } from "../policy";
import { listApps } from "../queries.server";
import { appRoom } from "../room";
import { appTable } from "../table";

export const handle = screen({ title: "应用管理" });
export const loader = page(may.read, (call) => listPage(call, may, appTable, listApps));

export default function Apps() {
  return <ListScreen {...useLoaderData<typeof loader>()} room={appRoom} table={appTable} emptyText="还没有应用。" />;
}
