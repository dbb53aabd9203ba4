import { page } from "~/kernel/access/page.server";
import { bulkChange, bulkPage } from "~/kernel/rooms/bulk.server";
import { BulkScreen, bulkTitle, screen } from "~/kernel/screens";
import { variantBulk } from "../bulk.server";
import { may } from "../policy";
import { variantRoom } from "../room";

export const handle = screen({ title: bulkTitle(variantRoom) });
export const loader = page(may.remove, (call) => bulkPage(call, variantBulk));
export const action = page(may.remove, (call) => bulkChange(call, variantBulk));

export default function BulkVariants() {
  return <BulkScreen room={variantRoom} />;
}
