import { page } from "~/kernel/access/page.server";
import { historyPage } from "~/kernel/rooms/pages.server";
import { historyTitle, RecordHistory, screen } from "~/kernel/screens";
import { may } from "../policy";
import { findModule } from "../queries.server";
import { moduleRoom } from "../room";

export const handle = screen({ title: historyTitle(moduleRoom) });
export const loader = page(may.read, (call) => historyPage(call, moduleRoom, findModule));

export default function ModuleHistory() {
  return <RecordHistory room={moduleRoom} />;
}
