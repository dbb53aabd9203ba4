import { page } from "~/kit/page/http/page.server";
import { askRemoval, removing } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RemovalScreen, removalTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { deleteParameters, parameterUses, findParameter } from "../queries.server";
import { parameterRoom } from "../room";

export const handle = screen({ title: removalTitle(parameterRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, parameterRoom, findParameter, parameterUses));
export const action = page(may.remove, (call) => removing(call, parameterRoom, findParameter, deleteParameters));

export default function DeleteParameter() {
  return <RemovalScreen room={parameterRoom} />;
}
