import { serve } from "~/kit/room/served.server";
import { busApi } from "./api.server";
import { busChoices, busSource, createBus, restoreBus, updateBus } from "./queries.server";
import { busReferences } from "./references.server";
import { type BusRow, busRoom } from "./room";
import { busTable } from "./table";

export const buses = serve<BusRow>({
  room: busRoom,
  table: busTable,
  source: busSource,
  references: busReferences,
  verbs: { create: createBus, update: updateBus, restore: restoreBus },
  detail: (bus) => [bus.plateNum, bus.lineName, bus.orgName].filter(Boolean).join(" "),
  choices: busChoices,
  pictured: busSource,
  calls: (served) => [busApi(served)],
});
