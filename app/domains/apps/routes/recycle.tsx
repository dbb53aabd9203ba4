import { page } from "~/kernel/access/page.server";
import { recyclePage, restoring } from "~/kernel/rooms/pages.server";
import { RecycleBin, recycleTitle, screen } from "~/kernel/screens";
import { may } from "../policy";
import { restoreApp, appSource } from "../queries.server";
import { appRoom } from "../room";

export const handle = screen({ title: recycleTitle(appRoom) });
export const loader = page(may.remove, (call) => recyclePage(call, appSource, { title: "appName", detail: "appCode" }));
export const action = page(may.remove, (call) => restoring(call, appRoom, restoreApp));

export default function DeletedApps() {
  return <RecycleBin room={appRoom} codeLabel="应用编码" codeLength={32} />;
}
