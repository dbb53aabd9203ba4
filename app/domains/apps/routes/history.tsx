import { page } from "~/kernel/access/page.server";
import { historyPage } from "~/kernel/rooms/pages.server";
import { historyTitle, RecordHistory, screen } from "~/kernel/screens";
import { may } from "../policy";
import { findApp } from "../queries.server";
import { appRoom } from "../room";

export const handle = screen({ title: historyTitle(appRoom) });
export const loader = page(may.read, (call) => historyPage(call, appRoom, findApp));

export default function AppHistory() {
  return <RecordHistory room={appRoom} />;
}
