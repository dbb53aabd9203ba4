import { organisationChoices } from "~/domains/organisations/queries.server";
import { serve } from "~/kit/room/served.server";
import { maskIdCards } from "./mask-id-cards.server";
import { personApi, personLineApi } from "./api.server";
import { createPerson, maskedPersons, postChoices, restorePerson, updatePerson } from "./queries.server";
import { personReferences } from "./references.server";
import { type PersonRow, personRoom } from "./room";
import { personTable } from "./table";

/** Served with ID cards masked; pages that show them to who may ask `personSource`. */
export const persons = serve<PersonRow>({
  room: personRoom,
  table: personTable,
  source: maskedPersons,
  references: personReferences,
  verbs: { create: createPerson, update: updatePerson, restore: restorePerson },
  rewriteHistory: maskIdCards,
  detail: (person) => `${person.jobNumber} ${person.orgName}`,
  choices: async (viewer) => {
    const [orgId, postUuid] = await Promise.all([organisationChoices(viewer), postChoices(viewer)]);
    return { orgId, postUuid };
  },
  pictured: maskedPersons,
  calls: (served) => [personApi(served), personLineApi],
});
