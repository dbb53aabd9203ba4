import { page } from "~/kernel/access/page.server";
import { historyPage } from "~/kernel/rooms/pages.server";
import { historyTitle, RecordHistory, screen } from "~/kernel/screens";
import { may } from "../policy";
import { findRole, inSight } from "../queries.server";
import { roleRoom } from "../room";

export const handle = screen({ title: historyTitle(roleRoom) });
export const loader = page(may.read, async (call) => {
  const history = await historyPage(call, roleRoom, findRole);
  return { ...history, changes: await inSight(call.viewer, history.changes) };
});

export default function RoleHistory() {
  return <RecordHistory room={roleRoom} />;
}
