import { page } from "~/kit/page/http/page.server";
import { historyPage } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { historyTitle, RecordHistory } from "~/kit/room/screens";
import { may } from "../policy";
import { findModule } from "../queries.server";
import { moduleRoom } from "../room";

export const handle = screen({ title: historyTitle(moduleRoom) });
export const loader = page(may.read, (call) => historyPage(call, moduleRoom, findModule));

export default function ModuleHistory() {
  return <RecordHistory room={moduleRoom} />;
}
