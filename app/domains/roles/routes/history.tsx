import { page } from "~/kit/page/http/page.server";
import { loadHistoryPage } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { historyTitle, RecordHistory } from "~/kit/room/screens";
import { findRole, hideForeignUsers } from "../queries.server";
import { roleRoom } from "../room";

export const handle = screen({ title: historyTitle(roleRoom) });
export const loader = page(roleRoom.may.read, async (call) => {
  const history = await loadHistoryPage(call, roleRoom, findRole);
  return { ...history, changes: await hideForeignUsers(call.viewer, history.changes) };
});

export default function RoleHistory() {
  return <RecordHistory room={roleRoom} />;
}
