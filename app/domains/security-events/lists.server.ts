import { readOnlyList } from "~/kit/room/read-only-lists";
import { listRows, streamRows } from "~/kit/room/source.server";
import { eventsUrl, may } from "./policy";
import { eventSource } from "./queries.server";
import { eventTable } from "./table";

export const securityEvents = readOnlyList({
  title: "安全事件",
  url: eventsUrl,
  read: may.read,
  table: eventTable,
  list: (viewer, state) => listRows(eventSource, viewer, state),
  stream: (viewer, state) => streamRows(eventSource, viewer, state),
  exportAsks: true,
  emptyText: "还没有安全事件。",
});
