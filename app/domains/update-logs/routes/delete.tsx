import { page } from "~/kernel/access/page.server";
import { askRemoval, removing } from "~/kernel/rooms/pages.server";
import { RemovalScreen, removalTitle, screen } from "~/kernel/screens";
import { may } from "../policy";
import { deleteUpdateLogs, findUpdateLog } from "../queries.server";
import { updateLogRoom } from "../room";

export const handle = screen({ title: removalTitle(updateLogRoom) });
export const loader = page(may.remove, (call) => askRemoval(call, updateLogRoom, findUpdateLog));
export const action = page(may.remove, (call) => removing(call, updateLogRoom, findUpdateLog, deleteUpdateLogs));

export default function DeleteUpdateLog() {
  return <RemovalScreen room={updateLogRoom} />;
}
