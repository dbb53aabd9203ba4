import { page } from "~/kernel/access/page.server";
import { historyPage } from "~/kernel/rooms/pages.server";
import { historyTitle, RecordHistory, screen } from "~/kernel/screens";
import { may } from "../policy";
import { findResource } from "../queries.server";
import { resourceRoom } from "../room";

export const handle = screen({ title: historyTitle(resourceRoom) });
export const loader = page(may.read, (call) => historyPage(call, resourceRoom, findResource));

export default function ResourceHistory() {
  return <RecordHistory room={resourceRoom} />;
}
