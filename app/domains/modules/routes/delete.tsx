import { page } from "~/kit/page/http/page.server";
import { askRemoval, removing } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RemovalScreen, removalTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { deleteModules, findModule, moduleUses } from "../queries.server";
import { moduleRoom } from "../room";

export const handle = screen({ title: removalTitle(moduleRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, moduleRoom, findModule, moduleUses));
export const action = page(may.remove, (call) => removing(call, moduleRoom, findModule, deleteModules));

export default function DeleteModule() {
  return <RemovalScreen room={moduleRoom} />;
}
