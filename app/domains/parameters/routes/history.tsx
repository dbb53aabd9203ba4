import { page } from "~/kit/page/http/page.server";
import { historyPage } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { historyTitle, RecordHistory } from "~/kit/room/screens";
import { may } from "../policy";
import { findParameter } from "../queries.server";
import { parameterRoom } from "../room";

export const handle = screen({ title: historyTitle(parameterRoom) });
export const loader = page(may.read, (call) => historyPage(call, parameterRoom, findParameter));

export default function ParameterHistory() {
  return <RecordHistory room={parameterRoom} />;
}
