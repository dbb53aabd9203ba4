import { page } from "~/kernel/access/page.server";
import { historyPage } from "~/kernel/rooms/pages.server";
import { historyTitle, RecordHistory, screen } from "~/kernel/screens";
import { may } from "../policy";
import { findVariant } from "../queries.server";
import { variantRoom } from "../room";

export const handle = screen({ title: historyTitle(variantRoom) });
export const loader = page(may.read, (call) => historyPage(call, variantRoom, findVariant));

export default function VariantHistory() {
  return <RecordHistory room={variantRoom} />;
}
