import { page } from "~/kit/page/http/page.server";
import { loadHistoryPage } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { historyTitle, RecordHistory } from "~/kit/room/screens";
import { may } from "../policy";
import { findVariant } from "../queries.server";
import { variantRoom } from "../room";

export const handle = screen({ title: historyTitle(variantRoom) });
export const loader = page(may.read, (call) => loadHistoryPage(call, variantRoom, findVariant));

export default function VariantHistory() {
  return <RecordHistory room={variantRoom} />;
}
