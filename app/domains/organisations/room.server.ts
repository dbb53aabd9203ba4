import { z } from "zod";
import { offeredItems } from "~/domains/dictionaries/queries.server";
import { withCurrentChoice } from "~/kit/page/forms/field";
import { api, endpoint } from "~/kit/page/http/api.server";
import { roomCalls } from "~/kit/room/calls.server";
import { serve } from "~/kit/room/served.server";
import {
  changeOrganisation,
  createOrganisation,
  deleteOrganisations,
  listOrganisations,
  organisationTree,
  placesFor,
  restoreOrganisation,
  updateOrganisation,
} from "./queries.server";
import { organisationReferences } from "./references.server";
import { organisationRoom, type OrganisationRow, orgTypes } from "./room";
import { OrganisationNode } from "./schema";
import { organisationSource } from "./source.server";
import { organisationTable } from "./table";

const { may, Row } = organisationRoom;

const OrganisationOptions = z.array(
  Row.pick({ orgId: true, orgPid: true, orgCode: true, orgName: true, orgType: true }),
);
const orgList = endpoint("signed-in", z.object({}), OrganisationOptions, async (viewer) =>
  OrganisationOptions.parse(await listOrganisations(viewer)),
);

const served = serve<OrganisationRow>({
  room: organisationRoom,
  table: organisationTable,
  source: organisationSource,
  detail: (organisation) => organisation.orgCode,
  choices: async (viewer, record) => {
    const [places, offered] = await Promise.all([placesFor(viewer, record), offeredItems("orgType")]);
    const now = record ? { id: "", name: "", initialValue: String(record.orgType) } : undefined;
    return { orgPid: places, orgType: withCurrentChoice(orgTypes, offered.orgType, now) };
  },
  verbs: {
    create: createOrganisation,
    update: updateOrganisation,
    remove: deleteOrganisations,
    restore: restoreOrganisation,
    change: changeOrganisation,
  },
  calls: (room) => [
    api("/api/org/v1.0", {
      ...roomCalls(room),
      orgTree: endpoint(may.read, z.object({}), z.array(OrganisationNode), (viewer) => organisationTree(viewer)),
    }),
    api("/api/common/v1.0", { orgList }),
  ],
});

/** What belongs to an organisation is known once all rooms are: asked for at each use. */
export const organisations = Object.defineProperty(served, "references", {
  get: organisationReferences,
  enumerable: true,
});
