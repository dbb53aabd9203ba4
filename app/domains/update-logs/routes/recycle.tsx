import { page } from "~/kernel/access/page.server";
import { recyclePage, restoring } from "~/kernel/rooms/pages.server";
import { RecycleBin, recycleTitle, screen } from "~/kernel/screens";
import { may } from "../policy";
import { restoreUpdateLog, updateLogSource } from "../queries.server";
import { updateLogRoom } from "../room";

export const handle = screen({ title: recycleTitle(updateLogRoom) });
export const loader = page(may.remove, (call) =>
  recyclePage(call, updateLogSource, { title: "title", detail: "logVersion" }),
);
export const action = page(may.remove, (call) => restoring(call, updateLogRoom, restoreUpdateLog));

export default function DeletedUpdateLogs() {
  return <RecycleBin room={updateLogRoom} />;
}
