import { page } from "~/kit/page/http/page.server";
import { historyPage } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { historyTitle, RecordHistory } from "~/kit/room/screens";
import { may } from "../policy";
import { findResource } from "../queries.server";
import { resourceRoom } from "../room";

export const handle = screen({ title: historyTitle(resourceRoom) });
export const loader = page(may.read, (call) => historyPage(call, resourceRoom, findResource));

export default function ResourceHistory() {
  return <RecordHistory room={resourceRoom} />;
}
