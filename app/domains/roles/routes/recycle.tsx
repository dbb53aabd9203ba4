import { page } from "~/kit/page/http/page.server";
import { recyclePage, restoring } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RecycleBin, recycleTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { restoreRole, roleSource } from "../queries.server";
import { roleRoom } from "../room";

export const handle = screen({ title: recycleTitle(roleRoom) });
export const loader = page(may.remove, (call) =>
  recyclePage(call, roleSource, { title: "roleName", detail: "dataScope" }),
);
export const action = page(may.remove, (call) => restoring(call, roleRoom, restoreRole));

export default function DeletedRoles() {
  return <RecycleBin room={roleRoom} codeLabel="角色名称" />;
}
