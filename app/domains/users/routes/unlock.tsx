import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { recordUrl } from "~/kit/room/room";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { unlockUser } from "../queries.server";
import { type UserRow, userRoom } from "../room";
import { askVerb, doVerb } from "../verb.server";

export const handle = screen({ title: ({ user }: { user: UserRow }) => `解锁 ${user.userName}` });

export const loader = page(userRoom.may.password, askVerb);

export const action = page(userRoom.may.password, (call) =>
  doVerb(call, async (viewer, user) => {
    await unlockUser(viewer, user.userId);
    return `已解锁用户 ${user.userName}，可以立即登录`;
  }),
);

export default function UnlockUser() {
  const { user } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <ConfirmScreen
      question={`解锁用户 ${user.userName}（${user.userAccount}）？登录失败的次数会清零。`}
      confirm="解锁"
      cancelTo={recordUrl(userRoom, user)}
      error={answer?.error}
    />
  );
}
