import { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { api, endpoint } from "~/kit/page/http/api.server";
import { problem } from "~/kit/ground/problem";
import { plainCalls } from "~/kit/room/calls.server";
import { FieldChange, fieldChangesOf } from "~/kit/room/field-changes.server";
import { may } from "./policy";
import {
  addLine,
  allBuses,
  createBus,
  deleteBuses,
  findBus,
  isBusFree,
  linesOfBus,
  listBuses,
  presetsOfBus,
  saveLines,
  savePresets,
  updateBus,
} from "./queries.server";
import { busRoom } from "./room";
import {
  AuthorisedLine,
  BusAdd,
  BusCheck,
  BusDelete,
  BusKey,
  BusLineAdd,
  BusRow,
  BusUpdate,
  Preset,
  PresetAdd,
} from "./schema";
import { busTable } from "./table";

export const busApi = api("/api/bus/v1.0", {
  ...plainCalls(
    { may, table: busTable, key: "busUuid", row: BusRow, add: BusAdd, update: BusUpdate, remove: BusDelete },
    {
      list: listBuses,
      all: allBuses,
      create: createBus,
      update: (viewer, key, { reason, ...changes }, version) =>
        updateBus({ ...viewer, reason: reason ?? undefined }, key, changes, version),
      remove: deleteBuses,
    },
  ),
  validBus: endpoint(may.read, BusCheck, z.boolean(), isBusFree),
  selectedBusLine: endpoint(may.read, BusKey, z.array(AuthorisedLine), async (viewer, { busUuid }) =>
    linesOfBus(viewer, await seen(viewer, busUuid)),
  ),
  busLineAdd: endpoint(
    may.assign,
    BusLineAdd,
    z.array(AuthorisedLine),
    async (viewer, { busUuid, version, lines, lineUuid = "", isMain, beginDate = "", endDate = null }) => {
      await (lines
        ? saveLines(viewer, busUuid, lines, version)
        : addLine(viewer, busUuid, { lineUuid, isMain, beginDate, endDate }));
      return linesOfBus(viewer, busUuid);
    },
  ),
  personPresetAdd: endpoint(
    may.assign,
    PresetAdd,
    z.array(Preset),
    async (viewer, { busUuid, personUuids, version }) => {
      await savePresets(viewer, busUuid, personUuids, version);
      return presetsOfBus(viewer, busUuid);
    },
  ),
  selectHisRecord: endpoint(may.read, BusKey, z.array(FieldChange), async (viewer, { busUuid }) =>
    fieldChangesOf(viewer, busRoom, await seen(viewer, busUuid)),
  ),
});

/** The key, where the viewer may see the bus. */
async function seen(viewer: Viewer, busUuid: string): Promise<string> {
  if (!(await findBus(viewer, busUuid))) throw problem.missing("车辆");
  return busUuid;
}
