import { organisationTree } from "~/domains/organisations/queries.server";
import { page } from "~/kernel/access/page.server";
import { problem } from "~/kernel/http/problem";
import { editing, saving } from "~/kernel/rooms/pages.server";
import { EditScreen, editTitle, screen, useEditing } from "~/kernel/screens";
import type { TickNode } from "~/kernel/trees/tick-tree";
import { treeChoices } from "~/kernel/trees/tree";
import { RoleFields } from "../fields";
import { may } from "../policy";
import { createRole, findRole, isChangeable, roleTree, updateRole } from "../queries.server";
import { roleRoom } from "../room";
import { RoleForm } from "../schema";

export const handle = screen({ title: editTitle(roleRoom) });

export const loader = page(may.write, (call) =>
  editing(call, roleRoom, findRole, async (viewer, role) => {
    if (role && !(await isChangeable(viewer, role.roleId))) throw problem.forbidden();
    const [tree, organisations] = await Promise.all([roleTree(viewer), organisationTree(viewer)]);
    return {
      parentId: call.url.searchParams.get("parentId"),
      parents: treeChoices(tree, (one) => one.roleName, role?.roleId),
      organisations: organisations.map(asTick),
    };
  }),
);

export const action = page(may.write, (call) =>
  saving(call, roleRoom, RoleForm, { create: createRole, update: updateRole }),
);

type Organisation = Awaited<ReturnType<typeof organisationTree>>[number];
const asTick = ({ orgId, orgName, children }: Organisation): TickNode => ({
  id: orgId,
  label: orgName,
  children: children.map(asTick),
});

export default function EditRole() {
  return (
    <EditScreen room={roleRoom}>
      <RoleFields {...useEditing<typeof loader>()} />
    </EditScreen>
  );
}
