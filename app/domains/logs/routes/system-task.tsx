import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { listRows } from "~/kit/room/source.server";
import { jobTable } from "../job-table";
import { jobsUrl, may } from "../policy";
import { jobSource } from "../queries.server";

export const handle = screen({ title: "系统任务日志" });

export const loader = page(may.read, (call) =>
  listPage(call, {}, jobTable, (viewer, state) => listRows(jobSource, viewer, state)),
);

export default function SystemTasks() {
  return (
    <ListScreen
      {...useLoaderData<typeof loader>()}
      table={jobTable}
      room={{ noun: "系统任务日志", url: jobsUrl }}
      emptyText="还没有运行过系统任务。"
    />
  );
}
