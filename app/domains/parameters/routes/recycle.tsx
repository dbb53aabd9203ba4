import { page } from "~/kit/page/http/page.server";
import { recyclePage, restoring } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RecycleBin, recycleTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { restoreParameter } from "../queries.server";
import { parameterRoom } from "../room";
import { parameterSource } from "../source.server";

export const handle = screen({ title: recycleTitle(parameterRoom) });
export const loader = page(may.remove, (call) =>
  recyclePage(call, parameterSource, { title: "paramName", detail: "title" }),
);
export const action = page(may.remove, (call) => restoring(call, parameterRoom, restoreParameter));

export default function DeletedParameters() {
  return <RecycleBin room={parameterRoom} codeLabel="参数名称" codeLength={64} />;
}
