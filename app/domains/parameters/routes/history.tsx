import { page } from "~/kernel/access/page.server";
import { historyPage } from "~/kernel/rooms/pages.server";
import { historyTitle, RecordHistory, screen } from "~/kernel/screens";
import { may } from "../policy";
import { findParameter } from "../queries.server";
import { parameterRoom } from "../room";

export const handle = screen({ title: historyTitle(parameterRoom) });
export const loader = page(may.read, (call) => historyPage(call, parameterRoom, findParameter));

export default function ParameterHistory() {
  return <RecordHistory room={parameterRoom} />;
}
