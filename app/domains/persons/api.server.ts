import { z } from "zod";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { api, endpoint } from "~/kit/page/http/api.server";
import { problem } from "~/kit/ground/problem";
import { plainCalls } from "~/kit/room/calls.server";
import { FieldChange, fieldChangesOf } from "~/kit/room/field-changes.server";
import { maskedIdCard } from "./id-card";
import { may } from "./policy";
import {
  addLine,
  allPersons,
  assignLines,
  assignPresets,
  createPerson,
  deletePersons,
  findPerson,
  isPersonNumFree,
  linesOfPerson,
  listPersons,
  presetsOfPerson,
  updatePerson,
} from "./queries.server";
import { personRoom } from "./room";
import {
  PersonAdd,
  PersonDelete,
  PersonKey,
  PersonLine,
  PersonLineAdd,
  PersonNumCheck,
  PersonRow,
  PersonUpdate,
  PresetAdd,
  PresetBus,
} from "./schema";
import { personTable } from "./table";

export const personApi = api("/api/person/v1.0", {
  ...plainCalls(
    {
      may,
      table: personTable,
      key: "personUuid",
      row: PersonRow,
      add: PersonAdd,
      update: PersonUpdate,
      remove: PersonDelete,
    },
    { list: listPersons, all: allPersons, create: createPerson, update: updatePerson, remove: deletePersons },
  ),
  validPersonNum: endpoint(may.read, PersonNumCheck, z.boolean(), isPersonNumFree),
  selectedPersonLine: endpoint(may.read, PersonKey, z.array(PersonLine), async (viewer, { personUuid }) =>
    linesOfPerson(viewer, await seen(viewer, personUuid)),
  ),
  personPresetAdd: endpoint(
    may.assign,
    PresetAdd,
    z.array(PresetBus),
    async (viewer, { personUuid, busUuids, version }) => {
      await assignPresets(viewer, personUuid, { presets: busUuids }, version);
      return presetsOfPerson(viewer, personUuid);
    },
  ),
  selectHisRecord: endpoint(may.read, PersonKey, z.array(FieldChange), async (viewer, { personUuid }) => {
    const changes = await fieldChangesOf(viewer, personRoom, await seen(viewer, personUuid));
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
  personLineAdd: endpoint(may.assign, PersonLineAdd, z.array(PersonLine), async (viewer, { personUuid, ...sent }) => {
    await ("lines" in sent
      ? assignLines(viewer, personUuid, sent, sent.version)
      : addLine(viewer, await seen(viewer, personUuid), sent));
    return linesOfPerson(viewer, personUuid);
  }),
});

/** The key, where the viewer may see the person. */
async function seen(viewer: Viewer, personUuid: string): Promise<string> {
  if (!(await findPerson(viewer, personUuid))) throw problem.missing("人员");
  return personUuid;
}
