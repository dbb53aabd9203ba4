import { page } from "~/kit/page/http/page.server";
import { historyPage } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { historyTitle, RecordHistory } from "~/kit/room/screens";
import { may } from "../policy";
import { findPost } from "../queries.server";
import { postRoom } from "../room";

export const handle = screen({ title: historyTitle(postRoom) });
export const loader = page(may.read, (call) => historyPage(call, postRoom, findPost));

export default function PostHistory() {
  return <RecordHistory room={postRoom} />;
}
