import { page } from "~/kernel/access/page.server";
import { bulkChange, bulkPage } from "~/kernel/rooms/bulk.server";
import { BulkScreen, bulkTitle, screen } from "~/kernel/screens";
import { moduleBulk } from "../bulk.server";
import { may } from "../policy";
import { moduleRoom } from "../room";

export const handle = screen({ title: bulkTitle(moduleRoom) });
export const loader = page(may.read, (call) => bulkPage(call, moduleBulk));
export const action = page(may.read, (call) => bulkChange(call, moduleBulk));

export default function BulkModules() {
  return <BulkScreen room={moduleRoom} />;
}
