import { page } from "~/kernel/access/page.server";
import { historyPage } from "~/kernel/rooms/pages.server";
import { historyTitle, RecordHistory, screen } from "~/kernel/screens";
import { may } from "../policy";
import { findUpdateLog } from "../queries.server";
import { updateLogRoom } from "../room";

export const handle = screen({ title: historyTitle(updateLogRoom) });
export const loader = page(may.read, (call) => historyPage(call, updateLogRoom, findUpdateLog));

export default function UpdateLogHistory() {
  return <RecordHistory room={updateLogRoom} />;
}
