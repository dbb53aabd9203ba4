import { requireOrganisation } from "~/kit/data/access/organisation.server";
import { inTransaction } from "~/kit/data/db/pool.server";
import type { Bulk } from "~/kit/room/bulk.server";
import { may } from "./policy";
import { deletePersons, maskedPersons, personUses } from "./queries.server";
import { personRoom } from "./room";
import { PersonBulk, type PersonFilters, type PersonRow } from "./schema";
import { personTable } from "./table";

/** What may be done to many persons at once. */
export const personBulk: Bulk<PersonRow, typeof PersonFilters, typeof PersonBulk> = {
  room: personRoom,
  may,
  table: personTable,
  source: maskedPersons,
  edit: PersonBulk,
  check: (viewer, { orgId }) =>
    inTransaction(async (trx) => void (orgId && (await requireOrganisation(trx, viewer, orgId)))),
  uses: personUses,
  remove: deletePersons,
};
