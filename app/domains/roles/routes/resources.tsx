import { useLoaderData } from "@remix-run/react";
import { page, type ViewerCall } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { requireRecord } from "~/kit/room/pages.server";
import { recordUrl } from "~/kit/room/room";
import { screen } from "~/kit/page/screens";
import { handleTicks } from "~/kit/page/trees/tick-page.server";
import { TickScreen } from "~/kit/page/trees/tick-screen";
import { withParents } from "~/kit/page/trees/tree";
import { findRole, getResourceAuth, isChangeable, resourceTicks, setResourceAuth } from "../queries.server";
import { roleRoom } from "../room";

export const handle = screen({ title: ({ role }: { role: { roleName: string } }) => `${role.roleName} 的资源` });

export const loader = page(roleRoom.may.authorise, async (call) => {
  const ticks = await ticksOf(call);
  return { ...ticks, changeable: await isChangeable(call.viewer, ticks.role.roleId) };
});

export const action = page(roleRoom.may.authorise, async (call) => {
  const { role, tree, keys } = await ticksOf(call);
  const apps = new Set(tree.map(({ id }) => id));
  return handleTicks(call.request, { tree, keys }, async (ticked, version) => {
    const { resourceIds } = await setResourceAuth(call.viewer, {
      roleId: role.roleId,
      resourceIds: ticked.filter((key) => !apps.has(key)),
      version,
    });
    return redirectWith(
      call.request,
      `已保存 ${role.roleName} 的资源，共 ${resourceIds.length} 项；有此角色的用户在下一次操作时生效`,
      recordUrl(roleRoom, role),
    );
  });
});

async function ticksOf(call: ViewerCall) {
  const role = await requireRecord(call, roleRoom, findRole);
  const [{ resourceIds, version }, tree] = await Promise.all([
    getResourceAuth(call.viewer, role.roleId),
    resourceTicks(call.viewer),
  ]);
  // An app stands above its resources in the tree only: it is ticked while anything of it is.
  return { role, tree, keys: withParents(tree, resourceIds), version };
}

export default function RoleResources() {
  const { role, changeable, ...ticks } = useLoaderData<typeof loader>();
  return (
    <TickScreen
      {...ticks}
      label="资源"
      cancelTo={recordUrl(roleRoom, role)}
      disabled={!changeable}
      note={changeable ? undefined : "此角色超出您自己的权限或机构范围，只能查看"}
    />
  );
}
