import { page } from "~/kernel/access/page.server";
import { recyclePage, restoring } from "~/kernel/rooms/pages.server";
import { RecycleBin, recycleTitle, screen } from "~/kernel/screens";
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
