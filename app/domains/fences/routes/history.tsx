import { page } from "~/kit/page/http/page.server";
import { historyPage } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { historyTitle, RecordHistory } from "~/kit/room/screens";
import { may } from "../policy";
import { findFence } from "../queries.server";
import { fenceRoom } from "../room";

export const handle = screen({ title: historyTitle(fenceRoom) });

export const loader = page(may.read, (call) => historyPage(call, fenceRoom, findFence));

export default function FenceHistory() {
  return <RecordHistory room={fenceRoom} />;
}
