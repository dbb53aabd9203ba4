import { page } from "~/kit/page/http/page.server";
import { recyclePage, restoring } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RecycleBin, recycleTitle } from "~/kit/room/screens";
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
