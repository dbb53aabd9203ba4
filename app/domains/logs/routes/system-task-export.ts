import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { streamRows } from "~/kit/room/source.server";
import { may } from "../policy";
import { jobSource } from "../queries.server";
import { jobTable } from "../job-table";

export const loader = page(may.read, (call) =>
  exportPage(call, jobTable, (viewer, state) => streamRows(jobSource, viewer, state), "系统任务日志"),
);
