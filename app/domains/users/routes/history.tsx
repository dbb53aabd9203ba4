import { page } from "~/kit/page/http/page.server";
import { historyPage } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { historyTitle, RecordHistory } from "~/kit/room/screens";
import { may } from "../policy";
import { findUser } from "../queries.server";
import { userRoom } from "../room";

export const handle = screen({ title: historyTitle(userRoom) });
export const loader = page(may.read, (call) => historyPage(call, userRoom, findUser));

export default function UserHistory() {
  return <RecordHistory room={userRoom} />;
}
