import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { requestTable } from "../request-table";
import { requestsUrl, may } from "../policy";
import { listRequests } from "../queries.server";

export const handle = screen({ title: "功能访问日志" });

export const loader = page(may.read, (call) => listPage(call, {}, requestTable, listRequests));

export default function FeatureVisits() {
  return (
    <ListScreen
      {...useLoaderData<typeof loader>()}
      table={requestTable}
      room={{ noun: "功能访问日志", url: requestsUrl }}
      emptyText="还没有访问记录。"
    />
  );
}
