import { page } from "~/kit/page/http/page.server";
import { askRemoval, removing } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RemovalScreen, removalTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { resourceUses, deleteResources, findResource } from "../queries.server";
import { resourceRoom } from "../room";

export const handle = screen({ title: removalTitle(resourceRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, resourceRoom, findResource, resourceUses));
export const action = page(may.remove, (call) => removing(call, resourceRoom, findResource, deleteResources));

export default function DeleteResource() {
  return <RemovalScreen room={resourceRoom} />;
}
