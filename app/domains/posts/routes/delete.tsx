import { page } from "~/kit/page/http/page.server";
import { askRemoval, removing } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RemovalScreen, removalTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { deletePosts, findPost, postUses } from "../queries.server";
import { postRoom } from "../room";

export const handle = screen({ title: removalTitle(postRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, postRoom, findPost, postUses));
export const action = page(may.remove, (call) => removing(call, postRoom, findPost, deletePosts));

export default function DeletePost() {
  return <RemovalScreen room={postRoom} />;
}
