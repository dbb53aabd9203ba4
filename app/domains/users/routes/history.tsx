import { page } from "~/kernel/access/page.server";
import { historyPage } from "~/kernel/rooms/pages.server";
import { historyTitle, RecordHistory, screen } from "~/kernel/screens";
import { may } from "../policy";
import { findUser } from "../queries.server";
import { userRoom } from "../room";

export const handle = screen({ title: historyTitle(userRoom) });
export const loader = page(may.read, (call) => historyPage(call, userRoom, findUser));

export default function UserHistory() {
  return <RecordHistory room={userRoom} />;
}
