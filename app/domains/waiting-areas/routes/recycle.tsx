import { page } from "~/kit/page/http/page.server";
import { recyclePage, restoring } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RecycleBin, recycleTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { restoreWaitingArea, waitingAreaSource } from "../queries.server";
import { waitingAreaRoom } from "../room";

export const handle = screen({ title: recycleTitle(waitingAreaRoom) });
export const loader = page(may.remove, (call) =>
  recyclePage(call, waitingAreaSource, { title: "waitName", detail: "waitName" }),
);
export const action = page(may.remove, (call) => restoring(call, waitingAreaRoom, restoreWaitingArea));

export default function DeletedWaitingAreas() {
  return <RecycleBin room={waitingAreaRoom} codeLabel="待车区名称" codeLength={32} />;
}
