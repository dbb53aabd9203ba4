import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { formDataOf } from "~/kit/page/forms/read-form";
import { redirectWith } from "~/kit/page/http/redirect.server";
import { requireRecord } from "~/kit/room/pages.server";
import { recordUrl } from "~/kit/room/room";
import { Heading, screen } from "~/kit/page/screens";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { browserOf, endSessions, findUser, sessionsOf } from "../queries.server";
import { type UserRow, userRoom } from "../room";
import { askVerb } from "../verb.server";
import styles from "../users.module.css";

export const handle = screen({ title: ({ user }: { user: UserRow }) => `${user.userName} 的在线登录` });

export const loader = page(userRoom.may.session, async (call) => {
  const { user } = await askVerb(call);
  const zone = settings().OPERATOR_TIME_ZONE;
  const sessions = (await sessionsOf(user.userId)).map(({ sessionId, address, userAgent, createdAt, lastSeenAt }) => ({
    sessionId,
    address: !address || address === "unknown" ? "未知" : address,
    browser: browserOf(userAgent),
    since: formatTime(createdAt, zone),
    lastSeen: formatTime(lastSeenAt, zone),
    own: sessionId === call.viewer.sessionId,
  }));
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
          <table className={styles.sessions}>
            <caption className="unseen">在线登录</caption>
            <thead>
              <tr>
                <th scope="col">地址</th>
                <th scope="col">浏览器</th>
                <th scope="col">登录时间</th>
                <th scope="col">最近使用</th>
                <th scope="col">操作</th>
              </tr>
            </thead>
            <tbody>
              {sessions.map((session) => (
                <tr key={session.sessionId}>
                  <td>{session.address}</td>
                  <td>
                    {session.browser}
                    {session.own && <span className="quiet">（您现在的登录）</span>}
                  </td>
                  <td>{session.since}</td>
                  <td>{session.lastSeen}</td>
                  <td>
                    <button className="linklike" name="sessionId" value={session.sessionId}>
                      结束此登录
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <button className="button danger" name="all" value="1">
            结束全部登录
          </button>
        </form>
      )}
    </>
  );
}
