import { useLoaderData } from "@remix-run/react";
import { roleTicks, setRoleAuth } from "~/domains/roles/queries.server";
import { page } from "~/kit/page/http/page.server";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { screen } from "~/kit/page/screens";
import { handleTicks } from "~/kit/page/trees/tick-page.server";
import { TickScreen } from "~/kit/page/trees/tick-screen";
import { type UserRow, userRoom } from "../room";
import { askVerb } from "../verb.server";

export const handle = screen({ title: ({ user }: { user: UserRow }) => `${user.userName} 的角色` });

const url = "/system/user-role";

export const loader = page(userRoom.may.authorise, async (call) => {
  const { user } = await askVerb(call);
  return { user, ...(await roleTicks(call.viewer, user.userId)) };
});

export const action = page(userRoom.may.authorise, async (call) => {
  const { user } = await askVerb(call);
  const ticks = await roleTicks(call.viewer, user.userId);
  return handleTicks(call.request, { ...ticks, alone: true }, async (roleIds, version) => {
    await setRoleAuth(call.viewer, { userId: user.userId, roleIds, version });
    return redirectWith(call.request, `已保存 ${user.userName} 的角色，下一次操作时生效`, `${url}/${user.userId}`);
  });
});

export default function UserRoles() {
  const { user, ...ticks } = useLoaderData<typeof loader>();
  return (
    <TickScreen
      {...ticks}
      label="角色"
      alone
      cancelTo={url}
      note={`${user.userAccount}，${user.orgName ?? "没有机构"}`}
    />
  );
}
