import { useLoaderData } from "@remix-run/react";
import { page, type ViewerCall } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { requireRecord } from "~/kit/room/pages.server";
import { recordUrl } from "~/kit/room/room";
import { screen } from "~/kit/page/screens";
import { handleTicks } from "~/kit/page/trees/tick-page.server";
import { TickScreen } from "~/kit/page/trees/tick-screen";
import { findRole, getUserAuth, isGiveable, setUserAuth, userTicks } from "../queries.server";
import { roleRoom } from "../room";

export const handle = screen({ title: ({ role }: { role: { roleName: string } }) => `${role.roleName} 的用户` });

export const loader = page(roleRoom.may.authorise, async (call) => {
  const ticks = await ticksOf(call);
  return { ...ticks, giveable: await isGiveable(call.viewer, ticks.role.roleId) };
});

export const action = page(roleRoom.may.authorise, async (call) => {
  const { role, ...ticks } = await ticksOf(call);
  return handleTicks(call.request, { ...ticks, alone: true }, async (userIds, version) => {
    const { users } = await setUserAuth(call.viewer, { roleId: role.roleId, userIds, version });
    return redirectWith(
      call.request,
      `已保存 ${role.roleName} 的用户，共 ${users.length} 人`,
      recordUrl(roleRoom, role),
    );
  });
});

async function ticksOf(call: ViewerCall) {
  const role = await requireRecord(call, roleRoom, findRole);
  const [{ users, version }, tree] = await Promise.all([getUserAuth(call.viewer, role.roleId), userTicks(call.viewer)]);
  return { role, tree, keys: users.map((user) => user.userId), version };
}

export default function RoleUsers() {
  const { role, giveable, ...ticks } = useLoaderData<typeof loader>();
  return (
    <TickScreen
      {...ticks}
      label="用户"
      alone
      cancelTo={recordUrl(roleRoom, role)}
      disabled={!giveable}
      note={giveable ? undefined : "此角色超出您自己的权限或数据范围，只能查看"}
    />
  );
}
