import { page } from "~/kit/page/http/page.server";
import { recyclePage, restoring } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RecycleBin, recycleTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { busSource, restoreBus } from "../queries.server";
import { busRoom } from "../room";

export const handle = screen({ title: recycleTitle(busRoom) });
export const loader = page(may.remove, (call) =>
  recyclePage(call, busSource, { title: "busSelfCode", detail: "plateNum" }),
);
export const action = page(may.remove, (call) => restoring(call, busRoom, restoreBus));

export default function DeletedBuses() {
  return <RecycleBin room={busRoom} codeLabel="自编号" codeLength={16} />;
}
