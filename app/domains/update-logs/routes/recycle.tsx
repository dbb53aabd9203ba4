import { page } from "~/kit/page/http/page.server";
import { screen } from "~/kit/page/screens";
import { loadRecyclePage, restoreAndRedirect } from "~/kit/room/recycle.server";
import { RecycleBin, recycleTitle } from "~/kit/room/screens";
import { updateLogRoom } from "../room";
import { updateLogs } from "../room.server";

export const handle = screen({ title: recycleTitle(updateLogRoom) });
/** Found by its title, which stands behind the version in its name. */
export const loader = page(updateLogRoom.may.remove, (call) =>
  loadRecyclePage(call, updateLogs.source, { title: "title", detail: "logVersion" }),
);
export const action = page(updateLogRoom.may.remove, (call) =>
  restoreAndRedirect(call, updateLogRoom, updateLogs.verbs.restore),
);

export default function DeletedUpdateLogs() {
  return <RecycleBin room={updateLogRoom} />;
}
