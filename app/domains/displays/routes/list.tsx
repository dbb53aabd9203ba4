import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { displayNoun, displaysUrl, may } from "../policy";
import { listDisplays } from "../queries.server";
import { displayTable, endableTable } from "../table";

export const handle = screen({ title: displayNoun });
export const loader = page(may.read, (call) =>
  listPage(call, may, displayTable, (viewer, state) => listDisplays(viewer, state)),
);

export default function Displays() {
  const list = useLoaderData<typeof loader>();
  return (
    <ListScreen
      {...list}
      room={{ noun: displayNoun, url: displaysUrl }}
      table={list.may.write ? endableTable : displayTable}
      without={["export", "change", "edit"]}
      emptyText="还没有值班屏：它把车辆监控和当天的数字全屏显示在调度室的大屏上，用专用地址打开，不用登录。"
    />
  );
}
