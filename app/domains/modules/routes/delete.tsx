import { page } from "~/kernel/access/page.server";
import { askRemoval, removing } from "~/kernel/rooms/pages.server";
import { RemovalScreen, removalTitle, screen } from "~/kernel/screens";
import { may } from "../policy";
import { deleteModules, findModule, moduleUses } from "../queries.server";
import { moduleRoom } from "../room";

export const handle = screen({ title: removalTitle(moduleRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, moduleRoom, findModule, moduleUses));
export const action = page(may.remove, (call) => removing(call, moduleRoom, findModule, deleteModules));

export default function DeleteModule() {
  return <RemovalScreen room={moduleRoom} />;
}
