import { z } from "zod";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { api, endpoint } from "~/kit/page/http/api.server";
import { problem } from "~/kit/ground/problem";
import { batchCalls, restoreCall } from "~/kit/room/batch-calls.server";
import { freeCall, plainCalls } from "~/kit/room/calls.server";
import { FieldChange, fieldChangesOf } from "~/kit/room/field-changes.server";
import type { ServedRoom } from "~/kit/room/served.server";
import { listAllRows, listRows } from "~/kit/room/source.server";
import { NamedPeriod } from "~/kit/room/periods";
import { PersonLineAdd, PresetAdd, PresetBus } from "./assignments";
import { maskedIdCard } from "./id-card";
import {
  addLine,
  assignLines,
  assignPresets,
  createPerson,
  findPerson,
  linesOfPerson,
  presetsOfPerson,
  updatePerson,
} from "./queries.server";
import { PersonKey, type PersonRow, personRoom } from "./room";
import { personTable } from "./table";
import { personSource } from "./source.server";

const { may, Row: row, Add: add, Update: update, Delete: remove } = personRoom;

/** Lists and changes answer ID cards as the viewer may see them. */
export const personApi = (served: ServedRoom<PersonRow>) =>
  api("/api/person/v1.0", {
    ...plainCalls(
      { may, table: personTable, key: "personUuid", row, add, update, remove },
      {
        list: (viewer, state) => listRows(personSource(viewer), viewer, state as never),
        all: (viewer, filters) => listAllRows(personSource(viewer), viewer, filters),
        create: createPerson,
        update: updatePerson,
        remove: served.verbs.remove,
      },
    ),
    restore: restoreCall({ room: served.room, restore: served.verbs.restore }, row, (person) => person),
    ...batchCalls(served, { reply: row, add, update }),
    validPersonNum: freeCall(served, "jobNumber"),
    selectedPersonLine: endpoint(may.read, PersonKey, z.array(NamedPeriod), async (viewer, { personUuid }) =>
      linesOfPerson(viewer, await requireVisible(viewer, personUuid)),
    ),
    personPresetAdd: endpoint(
      may.assign,
      PresetAdd,
      z.array(PresetBus),
      async (viewer, { personUuid, busUuids, version }) => {
        await assignPresets(viewer, personUuid, { presets: busUuids }, version, "busUuids");
        return presetsOfPerson(viewer, personUuid);
      },
    ),
    selectHisRecord: endpoint(may.read, PersonKey, z.array(FieldChange), async (viewer, { personUuid }) => {
      const changes = await fieldChangesOf(viewer, personRoom, await requireVisible(viewer, personUuid));
      if (allows(viewer, may.idCard)) return changes;
      const hidden = (value: string) => (/\d/.test(value) ? maskedIdCard(value) : value);
      return changes.map((change) =>
        change.field === "idCard"
          ? { ...change, oldValue: hidden(change.oldValue), newValue: hidden(change.newValue) }
          : change,
      );
    }),
  });

/** The specification keeps this call of persons among those of buses. */
export const personLineApi = api("/api/bus/v1.0", {
  personLineAdd: endpoint(may.assign, PersonLineAdd, z.array(NamedPeriod), async (viewer, { personUuid, ...sent }) => {
    await ("lines" in sent
      ? assignLines(viewer, personUuid, sent, sent.version)
      : addLine(viewer, await requireVisible(viewer, personUuid), sent));
    return linesOfPerson(viewer, personUuid);
  }),
});

async function requireVisible(viewer: Viewer, personUuid: string): Promise<string> {
  if (!(await findPerson(viewer, personUuid))) throw problem.missing("人员");
  return personUuid;
}
