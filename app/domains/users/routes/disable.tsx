import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { askVerb, doVerb } from "../verb.server";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { recordUrl } from "~/kit/room/room";
import { updateUser } from "../queries.server";
import { type UserRow, userRoom } from "../room";

const verbOf = (user: UserRow) => (user.userStatus === "disabled" ? "启用" : "停用");

export const handle = screen({ title: ({ user }: { user: UserRow }) => `${verbOf(user)} ${user.userName}` });

export const loader = page(userRoom.may.write, askVerb);

export const action = page(userRoom.may.write, (call) =>
  doVerb(call, async (viewer, user) => {
    const { userStatus } = await updateUser(viewer, user.userId, {
      userStatus: user.userStatus === "disabled" ? "normal" : "disabled",
    });
    return userStatus === "disabled" ? `已停用用户 ${user.userName}，其登录已全部结束` : `已启用用户 ${user.userName}`;
  }),
);

export default function DisableUser() {
  const { user } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const verb = verbOf(user);
  return (
    <ConfirmScreen
      question={`${verb}用户 ${user.userName}（${user.userAccount}）？`}
      confirm={verb}
      cancelTo={recordUrl(userRoom, user)}
      askReason
      error={answer?.error}
    >
      {verb === "停用" && <p>停用后不能登录，现在的登录会立即结束；可以随时再启用。</p>}
    </ConfirmScreen>
  );
}
