import { page } from "~/kit/page/http/page.server";
import { askRemoval, removing } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RemovalScreen, removalTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { deleteRoles, findRole, roleUses } from "../queries.server";
import { roleRoom } from "../room";

export const handle = screen({ title: removalTitle(roleRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, roleRoom, findRole, roleUses));
export const action = page(may.remove, (call) => removing(call, roleRoom, findRole, deleteRoles));

export default function DeleteRole() {
  return <RemovalScreen room={roleRoom} />;
}
