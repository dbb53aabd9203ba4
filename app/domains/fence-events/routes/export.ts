import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { streamRows } from "~/kit/room/source.server";
import { may } from "../policy";
import { eventSource } from "../source.server";
import { eventTable } from "../table";

export const loader = page(may.read, (call) =>
  exportPage(call, eventTable, (viewer, state) => streamRows(eventSource, viewer, state), "围栏事件"),
);
