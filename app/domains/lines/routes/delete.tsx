import { page } from "~/kit/page/http/page.server";
import { deleteAndRedirect, loadRemovalPage } from "~/kit/room/pages.server";
import { RemovalScreen, removalTitle } from "~/kit/room/screens";
import { lineScreen } from "../line-screen";
import { may } from "../policy";
import { deleteLines, findLine, lineImpact } from "../queries.server";
import { lineRoom } from "../line-room";

export const handle = lineScreen({ title: removalTitle(lineRoom) });
export const loader = page(may.remove, (call) =>
  loadRemovalPage(call, lineRoom, findLine, (viewer, [key]) => lineImpact(viewer, key!)),
);
export const action = page(may.remove, (call) => deleteAndRedirect(call, lineRoom, findLine, deleteLines));

export default function DeleteLine() {
  return <RemovalScreen room={lineRoom} />;
}
