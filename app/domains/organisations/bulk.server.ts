import type { Bulk } from "~/kit/room/bulk.server";
import { may } from "./policy";
import { changeOrganisation, deleteOrganisations, organisationSource, organisationUses } from "./queries.server";
import { organisationRoom } from "./room";
import { OrganisationBulk, type OrganisationFilters, type OrganisationRow } from "./schema";
import { organisationTable } from "./table";

/** What may be done to many organisations at once. */
export const organisationBulk: Bulk<OrganisationRow, typeof OrganisationFilters, typeof OrganisationBulk> = {
  room: organisationRoom,
  may,
  table: organisationTable,
  source: organisationSource,
  edit: OrganisationBulk,
  changeOne: changeOrganisation,
  uses: organisationUses,
  remove: deleteOrganisations,
};
