import { page } from "~/kit/page/http/page.server";
import { recyclePage, restoring } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RecycleBin, recycleTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { restoreApp, appSource } from "../queries.server";
import { appRoom } from "../room";

export const handle = screen({ title: recycleTitle(appRoom) });
export const loader = page(may.remove, (call) => recyclePage(call, appSource, { title: "appName", detail: "appCode" }));
export const action = page(may.remove, (call) => restoring(call, appRoom, restoreApp));

export default function DeletedApps() {
  return <RecycleBin room={appRoom} codeLabel="应用编码" codeLength={32} />;
}
