import { page } from "~/kernel/access/page.server";
import { askRemoval, removing } from "~/kernel/rooms/pages.server";
import { RemovalScreen, removalTitle, screen } from "~/kernel/screens";
import { may } from "../policy";
import { deleteOrganisations, organisationUses, findOrganisation } from "../queries.server";
import { organisationRoom } from "../room";

export const handle = screen({ title: removalTitle(organisationRoom) });
export const loader = page(may.remove, (call) =>
  askRemoval(call, organisationRoom, findOrganisation, organisationUses),
);
export const action = page(may.remove, (call) =>
  removing(call, organisationRoom, findOrganisation, deleteOrganisations),
);

export default function DeleteOrganisation() {
  return <RemovalScreen room={organisationRoom} />;
}
