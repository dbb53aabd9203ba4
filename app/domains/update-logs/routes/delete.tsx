import { page } from "~/kit/page/http/page.server";
import { askRemoval, removing } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RemovalScreen, removalTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { deleteUpdateLogs, findUpdateLog } from "../queries.server";
import { updateLogRoom } from "../room";

export const handle = screen({ title: removalTitle(updateLogRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, updateLogRoom, findUpdateLog));
export const action = page(may.remove, (call) => removing(call, updateLogRoom, findUpdateLog, deleteUpdateLogs));

export default function DeleteUpdateLog() {
  return <RemovalScreen room={updateLogRoom} />;
}
