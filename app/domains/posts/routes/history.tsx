import { page } from "~/kernel/access/page.server";
import { historyPage } from "~/kernel/rooms/pages.server";
import { historyTitle, RecordHistory, screen } from "~/kernel/screens";
import { may } from "../policy";
import { findPost } from "../queries.server";
import { postRoom } from "../room";

export const handle = screen({ title: historyTitle(postRoom) });
export const loader = page(may.read, (call) => historyPage(call, postRoom, findPost));

export default function PostHistory() {
  return <RecordHistory room={postRoom} />;
}
