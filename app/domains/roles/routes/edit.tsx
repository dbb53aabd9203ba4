import { organisationTree } from "~/domains/organisations/queries.server";
import { page } from "~/kit/page/http/page.server";
import { problem } from "~/kit/ground/problem";
import { editing, saving } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { EditScreen, editTitle, useEditing } from "~/kit/room/screens";
import type { TickNode } from "~/kit/page/trees/tick-tree";
import { treeChoices } from "~/kit/page/trees/tree";
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
