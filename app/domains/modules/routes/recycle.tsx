import { page } from "~/kit/page/http/page.server";
import { recyclePage, restoring } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RecycleBin, recycleTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { restoreModule, moduleSource } from "../queries.server";
import { moduleRoom } from "../room";

export const handle = screen({ title: recycleTitle(moduleRoom) });
export const loader = page(may.remove, (call) =>
  recyclePage(call, moduleSource, { title: "moduleName", detail: "productCode" }),
);
export const action = page(may.remove, (call) => restoring(call, moduleRoom, restoreModule));

export default function DeletedModules() {
  return <RecycleBin room={moduleRoom} codeLabel="模块名称" codeLength={64} />;
}
