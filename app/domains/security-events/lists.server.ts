import { readOnlyList } from "~/kit/room/read-only-lists";
import { readingOf } from "~/kit/room/source.server";
import { eventsUrl, may } from "./policy";
import { eventSource } from "./queries.server";
import { eventTable } from "./table";

export const securityEvents = readOnlyList({
  title: "安全事件",
  url: eventsUrl,
  read: may.read,
  table: eventTable,
  ...readingOf(eventSource),
  exportAsks: true,
  emptyText: "还没有安全事件。",
});
