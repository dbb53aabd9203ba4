import { offerFences } from "~/domains/fences/queries.server";
import { organisationChoices } from "~/kit/room/organisation-choices.server";
import { readOnlyList } from "~/kit/room/read-only-lists";
import { readingOf } from "~/kit/room/source.server";
import { eventsUrl, may } from "./policy";
import { eventSource } from "./source.server";
import { eventTable } from "./table";

export const fenceEvents = readOnlyList({
  title: "报警与围栏事件",
  url: eventsUrl,
  read: may.read,
  table: eventTable,
  ...readingOf(eventSource),
  choices: async (viewer) => ({ orgId: await organisationChoices(viewer) }),
  offers: { fenceUuid: offerFences },
  emptyText: "还没有事件：车载机报警时，或车辆违反启用了规则的围栏时，记录事件。",
});
