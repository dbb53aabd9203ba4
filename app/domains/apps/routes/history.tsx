import { page } from "~/kit/page/http/page.server";
import { historyPage } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { historyTitle, RecordHistory } from "~/kit/room/screens";
import { may } from "../policy";
import { findApp } from "../queries.server";
import { appRoom } from "../room";

export const handle = screen({ title: historyTitle(appRoom) });
export const loader = page(may.read, (call) => historyPage(call, appRoom, findApp));

export default function AppHistory() {
  return <RecordHistory room={appRoom} />;
}
