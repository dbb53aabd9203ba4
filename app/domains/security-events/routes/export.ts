import { requireFreshPassword } from "~/kit/data/access/fresh-password.server";
import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { streamRows } from "~/kit/room/source.server";
import { eventsUrl, may } from "../policy";
import { eventSource } from "../queries.server";
import { eventTable } from "../table";

export const loader = page(may.read, (call) => {
  requireFreshPassword(call.viewer, eventsUrl + call.url.search);
  return exportPage(call, eventTable, (viewer, state) => streamRows(eventSource, viewer, state), "安全事件");
});
