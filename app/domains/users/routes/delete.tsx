import { page } from "~/kit/page/http/page.server";
import { loadRemovalPage, deleteAndRedirect } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RemovalScreen, removalTitle } from "~/kit/room/screens";
import { deleteUsers, findUser, userUses } from "../queries.server";
import { userRoom } from "../room";

export const handle = screen({ title: removalTitle(userRoom) });
export const loader = page(userRoom.may.remove, (call) => loadRemovalPage(call, userRoom, findUser, userUses));
export const action = page(userRoom.may.remove, (call) => deleteAndRedirect(call, userRoom, findUser, deleteUsers));

export default function DeleteUser() {
  return <RemovalScreen room={userRoom} />;
}
