import { organisationsInScope, within } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { roomSheet } from "~/kit/room/sheets/room-sheet.server";
import { createOrganisation } from "./queries.server";
import type { OrganisationValues } from "./room";
import { organisations } from "./room.server";

const create = async (viewer: Viewer, values: OrganisationValues) =>
  createOrganisation(await withNewOnes(viewer, values.orgPid), values);

export const organisationSheet = roomSheet(
  { ...organisations, verbs: { ...organisations.verbs, create } },
  {
    templateCode: "organisation",
    looks: {
      orgCode: { example: "1001" },
      orgName: { example: "一车队" },
      orgPid: { example: "1000", remark: "上级机构的编号，可以是本文件中的机构；最多 8 级" },
      orgType: { example: "车队" },
      state: { example: "启用" },
    },
    rules: ["上级可以排在下级后面；改了上级的机构连同下级一起移动。"],
  },
);

/** A parent that the same import has just created is within the viewer's organisations only by now. */
async function withNewOnes(viewer: Viewer, orgPid: string | null | undefined): Promise<Viewer> {
  if (viewer.orgScope === "all" || !orgPid || within(viewer, orgPid)) return viewer;
  return { ...viewer, orgScope: [...viewer.orgScope, ...(await organisationsInScope(viewer.userId))] };
}
