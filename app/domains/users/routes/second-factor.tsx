import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { recordUrl } from "~/kit/room/room";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { takeSecondFactor } from "../queries.server";
import { type UserRow, userRoom } from "../room";
import { askVerb, doVerb } from "../verb.server";

export const handle = screen({ title: ({ user }: { user: UserRow }) => `取消 ${user.userName} 的两步验证` });

export const loader = page(userRoom.may.password, askVerb);

export const action = page(userRoom.may.password, (call) =>
  doVerb(call, async (viewer, user) => {
    await takeSecondFactor(viewer, user.userId);
    return `已取消用户 ${user.userName} 的两步验证`;
  }),
);

export default function TakeSecondFactor() {
  const { user } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <ConfirmScreen
      question={`取消用户 ${user.userName}（${user.userAccount}）的两步验证？`}
      confirm="取消两步验证"
      cancelTo={recordUrl(userRoom, user)}
      askReason
      error={answer?.error}
    >
      <p>手机丢失或更换、恢复码也没有时使用，请先当面确认是本人。取消后只凭密码就能登录，请本人尽快重新开启。</p>
    </ConfirmScreen>
  );
}
