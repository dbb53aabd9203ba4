import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { problem } from "~/kit/ground/problem";
import { may } from "./policy";
import {
  createOrganisation,
  deleteOrganisations,
  findOrganisation,
  listOrganisations,
  organisationTree,
  updateOrganisation,
} from "./queries.server";
import {
  OrganisationAdd,
  OrganisationDelete,
  OrganisationKey,
  OrganisationNode,
  OrganisationRow,
  OrganisationUpdate,
} from "./schema";

export const organisationApi = api("/api/org/v1.0", {
  add: endpoint(may.write, OrganisationAdd, OrganisationRow, createOrganisation),
  update: endpoint(may.write, OrganisationUpdate, OrganisationRow, (viewer, { orgId, version, ...changes }) =>
    updateOrganisation(viewer, orgId, changes, version),
  ),
  delete: endpoint(may.remove, OrganisationDelete, z.null(), async (viewer, keys) => {
    await deleteOrganisations(viewer, keys);
    return null;
  }),
  orgTree: endpoint(may.read, z.object({}), z.array(OrganisationNode), (viewer) => organisationTree(viewer)),
  detail: endpoint(may.read, OrganisationKey, OrganisationRow, async (viewer, { orgId }) => {
    const found = await findOrganisation(viewer, orgId);
    if (!found) throw problem.missing("机构");
    return found;
  }),
});

/** The organisation selector of every room. */
export const organisationSelectorApi = api("/api/common/v1.0", {
  orgList: endpoint(
    "signed-in",
    z.object({}),
    z.array(OrganisationRow.pick({ orgId: true, orgPid: true, orgCode: true, orgName: true, orgType: true })),
    (viewer) => listOrganisations(viewer),
  ),
});
