import { page } from "~/kit/page/http/page.server";
import { recyclePage, restoring } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RecycleBin, recycleTitle } from "~/kit/room/screens";
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
