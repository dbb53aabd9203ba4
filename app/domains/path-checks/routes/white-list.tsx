import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { may } from "../policy";
import { listWhite } from "../queries.server";
import { whiteTable } from "../table";
import { toolsUrl } from "../urls";

export const handle = screen({ title: "路径白名单" });
export const loader = page(may.read, (call) => listPage(call, {}, whiteTable, listWhite));

export default function WhiteList() {
  return (
    <ListScreen
      {...useLoaderData<typeof loader>()}
      table={whiteTable}
      actions={
        <a className="button" href={toolsUrl}>
          返回线路工具
        </a>
      }
      emptyText="白名单是空的：复核路径时，可以把确认无误、但不在道路上的路段加入白名单。"
    />
  );
}
