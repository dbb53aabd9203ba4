import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { may } from "../policy";
import { listUpdateLogs } from "../queries.server";
import { updateLogRoom } from "../room";
import { updateLogTable } from "../table";

export const handle = screen({ title: "更新日志" });
export const loader = page(may.read, (call) => listPage(call, may, updateLogTable, listUpdateLogs));

export default function UpdateLogs() {
  return (
    <ListScreen
      {...useLoaderData<typeof loader>()}
      room={updateLogRoom}
      table={updateLogTable}
      emptyText="还没有更新日志：发布后会显示在门户首页。"
    />
  );
}
