import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { attempt } from "~/kit/ground/problem";
import { requireRecord } from "~/kit/room/pages.server";
import { settings } from "~/kit/ground/settings.server";
import { recordUrl } from "~/kit/room/room";
import { ConfirmScreen, screen } from "~/kit/page/screens";
import { IssuedPassword } from "../issued-password";
import { findUser, resetPassword } from "../queries.server";
import { type UserRow, userRoom } from "../room";
import { askVerb } from "../verb.server";

export const handle = screen({ title: ({ user }: { user: UserRow }) => `重置 ${user.userName} 的密码` });

export const loader = page(userRoom.may.password, askVerb);

export const action = page(userRoom.may.password, async (call) => {
  const user = await requireRecord(call, userRoom, findUser);
  const done = await attempt(() => resetPassword(call.viewer, user.userId));
  return done.ok
    ? data({ issued: done.value.password, days: settings().FIRST_PASSWORD_DAYS })
    : data({ error: done.problem.message }, { status: 409 });
});

export default function ResetPassword() {
  const { user } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const url = recordUrl(userRoom, user);
  if (answer && "issued" in answer)
    return (
      <IssuedPassword
        title={`已重置 ${user.userName} 的密码`}
        userAccount={user.userAccount}
        password={answer.issued}
        doneTo={url}
        days={answer.days}
      />
    );
  return (
    <ConfirmScreen
      question={`重置用户 ${user.userName}（${user.userAccount}）的密码？`}
      confirm="重置密码"
      cancelTo={url}
      error={answer?.error}
    >
      <p>会生成一个一次性密码，只显示一次；原密码立即失效，此用户现在的登录全部结束。</p>
    </ConfirmScreen>
  );
}
