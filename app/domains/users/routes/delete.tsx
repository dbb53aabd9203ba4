import { page } from "~/kernel/access/page.server";
import { askRemoval, removing } from "~/kernel/rooms/pages.server";
import { RemovalScreen, removalTitle, screen } from "~/kernel/screens";
import { may } from "../policy";
import { deleteUsers, findUser, userUses } from "../queries.server";
import { userRoom } from "../room";

export const handle = screen({ title: removalTitle(userRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, userRoom, findUser, userUses));
export const action = page(may.remove, (call) => removing(call, userRoom, findUser, deleteUsers));

export default function DeleteUser() {
  return <RemovalScreen room={userRoom} />;
}
