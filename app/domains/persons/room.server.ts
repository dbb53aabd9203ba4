import { serve } from "~/kit/room/served.server";
import { personApi, personLineApi } from "./api.server";
import { createPerson, maskedPersons, postChoices, restorePerson, updatePerson } from "./queries.server";
import { personReferences } from "./references.server";
import { type PersonRow, personRoom } from "./room";
import { personTable } from "./table";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import type { Sides } from "~/kit/room/audited.server";
import { maskedIdCard } from "./id-card";

/** Changes of persons as they are shown to who may not read ID cards. */
async function maskIdCards<C extends Sides>(viewer: Viewer, changes: C[]): Promise<C[]> {
  if (allows(viewer, personRoom.may.idCard)) return changes;
  return changes.map((change) => ({ ...change, before: masked(change.before), after: masked(change.after) }));
}

function masked(side: Sides["before"]) {
  return side && typeof side.idCard === "string" ? { ...side, idCard: maskedIdCard(side.idCard) } : side;
}

/** Served with ID cards masked; pages that show them to who may ask `personSource`. */
export const persons = serve<PersonRow>({
  room: personRoom,
  table: personTable,
  source: maskedPersons,
  references: personReferences,
  verbs: { create: createPerson, update: updatePerson, restore: restorePerson },
  rewriteHistory: maskIdCards,
  detail: (person) => `${person.jobNumber} ${person.orgName}`,
  choices: async (viewer) => ({ postUuid: await postChoices(viewer) }),
  pictured: maskedPersons,
  calls: (served) => [personApi(served), personLineApi],
});
