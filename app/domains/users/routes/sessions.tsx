import { useLoaderData } from "@remix-run/react";
import { OnceField } from "~/kit/page/forms/once";
import { page } from "~/kit/page/http/page.server";
import { formDataOf } from "~/kit/page/forms/read-form";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { requireRecord } from "~/kit/room/pages.server";
import { recordUrl } from "~/kit/room/room";
import { Heading, screen } from "~/kit/page/screens";
import { SessionTable } from "~/kit/page/sessions/session-table";
import { showSessions } from "~/kit/page/sessions/show-sessions.server";
import { endSessions, findUser } from "../queries.server";
import { type UserRow, userRoom } from "../room";
import { askVerb } from "../verb.server";

export const handle = screen({ title: ({ user }: { user: UserRow }) => `${user.userName} 的在线登录` });

export const loader = page(userRoom.may.session, async (call) => {
  const { user } = await askVerb(call);
  const sessions = await showSessions(user.userId, call.viewer);
  return { user, sessions };
});

export const action = page(userRoom.may.session, async (call) => {
  const user = await requireRecord(call, userRoom, findUser);
  const form = await formDataOf(call.request);
  const sessionId = form.get("all") ? undefined : String(form.get("sessionId") ?? "");
  const ended = await endSessions(call.viewer, user.userId, sessionId);
  return redirectWith(
    call.request,
    `已结束 ${user.userName} 的 ${ended} 处登录`,
    `${recordUrl(userRoom, user)}/sessions`,
  );
});

export default function Sessions() {
  const { user, sessions } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading>
        <a className="button" href={recordUrl(userRoom, user)}>
          返回用户
        </a>
      </Heading>
      {sessions.length === 0 ? (
        <p className="quiet">{user.userName} 现在没有登录。</p>
      ) : (
        <form method="post">
          <OnceField />
          <SessionTable sessions={sessions} caption="在线登录" />
          <button className="button danger" name="all" value="1">
            结束全部登录
          </button>
        </form>
      )}
    </>
  );
}
