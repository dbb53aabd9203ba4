import { page } from "~/kernel/access/page.server";
import { askRemoval, removing } from "~/kernel/rooms/pages.server";
import { RemovalScreen, removalTitle, screen } from "~/kernel/screens";
import { may } from "../policy";
import { resourceUses, deleteResources, findResource } from "../queries.server";
import { resourceRoom } from "../room";

export const handle = screen({ title: removalTitle(resourceRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, resourceRoom, findResource, resourceUses));
export const action = page(may.remove, (call) => removing(call, resourceRoom, findResource, deleteResources));

export default function DeleteResource() {
  return <RemovalScreen room={resourceRoom} />;
}
