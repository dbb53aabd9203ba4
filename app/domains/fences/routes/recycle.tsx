import { page } from "~/kernel/access/page.server";
import { recyclePage, restoring } from "~/kernel/rooms/pages.server";
import { RecycleBin, recycleTitle, screen } from "~/kernel/screens";
import { may } from "../policy";
import { fenceSource, restoreFence } from "../queries.server";
import { fenceRoom } from "../room";

export const handle = screen({ title: recycleTitle(fenceRoom) });
export const loader = page(may.remove, (call) =>
  recyclePage(call, fenceSource, { title: "fenceName", detail: "fenceNum" }),
);
export const action = page(may.remove, (call) => restoring(call, fenceRoom, restoreFence));

export default function DeletedFences() {
  return <RecycleBin room={fenceRoom} codeLabel="围栏编号" />;
}
