import { page } from "~/kernel/access/page.server";
import { recyclePage, restoring } from "~/kernel/rooms/pages.server";
import { RecycleBin, recycleTitle, screen } from "~/kernel/screens";
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
