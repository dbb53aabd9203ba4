import { page } from "~/kit/page/http/page.server";
import { askRemoval, removing } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RemovalScreen, removalTitle } from "~/kit/room/screens";
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
