import { page } from "~/kit/page/http/page.server";
import { recyclePage, restoring } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RecycleBin, recycleTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { depotSource, restoreDepot } from "../queries.server";
import { depotRoom } from "../room";

export const handle = screen({ title: recycleTitle(depotRoom) });
export const loader = page(may.remove, (call) =>
  recyclePage(call, depotSource, { title: "parkingName", detail: "parkingNum" }),
);
export const action = page(may.remove, (call) => restoring(call, depotRoom, restoreDepot));

export default function DeletedDepots() {
  return <RecycleBin room={depotRoom} codeLabel="场站编号" />;
}
