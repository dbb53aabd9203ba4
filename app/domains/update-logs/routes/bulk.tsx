import { page } from "~/kernel/access/page.server";
import { bulkChange, bulkPage } from "~/kernel/rooms/bulk.server";
import { BulkScreen, bulkTitle, screen } from "~/kernel/screens";
import { updateLogBulk } from "../bulk.server";
import { may } from "../policy";
import { updateLogRoom } from "../room";

export const handle = screen({ title: bulkTitle(updateLogRoom) });
export const loader = page(may.read, (call) => bulkPage(call, updateLogBulk));
export const action = page(may.read, (call) => bulkChange(call, updateLogBulk));

export default function BulkUpdateLogs() {
  return <BulkScreen room={updateLogRoom} />;
}
