import { z } from "zod";
import { organisationRoom, type OrganisationRow } from "./room";

export type OrganisationNode = OrganisationRow & { id: string; pId: string | null; children: OrganisationNode[] };
export const OrganisationNode: z.ZodType<OrganisationNode> = organisationRoom.Row.extend({
  id: z.string(),
  pId: z.string().nullable(),
  get children() {
    return z.array(OrganisationNode);
  },
});
