import { page } from "~/kit/page/http/page.server";
import { historyPage } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { historyTitle, RecordHistory } from "~/kit/room/screens";
import { may } from "../policy";
import { findUpdateLog } from "../queries.server";
import { updateLogRoom } from "../room";

export const handle = screen({ title: historyTitle(updateLogRoom) });
export const loader = page(may.read, (call) => historyPage(call, updateLogRoom, findUpdateLog));

export default function UpdateLogHistory() {
  return <RecordHistory room={updateLogRoom} />;
}
