import { page } from "~/kit/page/http/page.server";
import { bulkChange, bulkPage } from "~/kit/room/bulk.server";
import { screen } from "~/kit/page/screens";
import { BulkScreen, bulkTitle } from "~/kit/room/screens";
import { variantBulk } from "../bulk.server";
import { may } from "../policy";
import { variantRoom } from "../room";

export const handle = screen({ title: bulkTitle(variantRoom) });
export const loader = page(may.remove, (call) => bulkPage(call, variantBulk));
export const action = page(may.remove, (call) => bulkChange(call, variantBulk));

export default function BulkVariants() {
  return <BulkScreen room={variantRoom} />;
}
