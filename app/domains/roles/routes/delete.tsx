import { page } from "~/kernel/access/page.server";
import { askRemoval, removing } from "~/kernel/rooms/pages.server";
import { RemovalScreen, removalTitle, screen } from "~/kernel/screens";
import { may } from "../policy";
import { deleteRoles, findRole, roleUses } from "../queries.server";
import { roleRoom } from "../room";

export const handle = screen({ title: removalTitle(roleRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, roleRoom, findRole, roleUses));
export const action = page(may.remove, (call) => removing(call, roleRoom, findRole, deleteRoles));

export default function DeleteRole() {
  return <RemovalScreen room={roleRoom} />;
}
