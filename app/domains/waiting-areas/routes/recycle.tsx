import { page } from "~/kernel/access/page.server";
import { recyclePage, restoring } from "~/kernel/rooms/pages.server";
import { RecycleBin, recycleTitle, screen } from "~/kernel/screens";
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
