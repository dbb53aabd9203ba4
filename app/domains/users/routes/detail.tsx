import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { liveSessions } from "~/kit/data/access/live-sessions.server";
import { findSecondFactor } from "~/kit/data/access/second-factor.server";
import { allows } from "~/kit/data/access/viewer";
import { roomRecord } from "~/kit/room/served-pages.server";
import { recordUrl } from "~/kit/room/room";
import { factsOf } from "~/kit/room/words";
import { screen } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { settings } from "~/kit/ground/settings.server";
import { isPast } from "~/kit/ground/time/is-past";
import { formatTime } from "~/kit/ground/time/format-time";
import { failuresOf } from "../queries.server";
import { userRoom } from "../room";
import { users } from "../room.server";

export const handle = screen({ title: recordTitle(userRoom) });

export const loader = page(userRoom.may.read, (call) =>
  roomRecord(call, users, async (viewer, user) => {
    const [failures, online, factor] = await Promise.all([
      failuresOf(user.userAccount),
      liveSessions(user.userId),
      findSecondFactor(user.userId),
    ]);
    const reachable = viewer.isSuper || !user.isSuper;
    const mine = (code: string) => reachable && allows(viewer, code);
    return {
      failures,
      online: online.length,
      secondFactor: factor !== undefined,
      firstPassword: showFirstPassword(user.firstPasswordEndsAt),
      lastSeen: user.lastSeenAt && formatTime(user.lastSeenAt, settings().OPERATOR_TIME_ZONE),
      self: viewer.userId === user.userId,
      mayGive: { password: mine(userRoom.may.password), roles: mine(userRoom.may.authorise) },
    };
  }),
);

function showFirstPassword(endsAt: Date | null): string | null {
  const end = endsAt && formatTime(endsAt, settings().OPERATOR_TIME_ZONE);
  return end && (isPast(endsAt) ? `已于 ${end} 过期，不能再登录，请重置密码` : `${end} 前要登录并修改`);
}

export default function User() {
  const {
    record: user,
    names,
    failures,
    online,
    secondFactor,
    firstPassword,
    lastSeen,
    self,
    may,
    mayGive,
  } = useLoaderData<typeof loader>();
  const url = recordUrl(userRoom, user);
  const lockedOut = user.userStatus === "locked" || failures > 0;
  const facts = [
    ...factsOf(userRoom.words, user, ["userAccount", "userName", "orgId", "personUuid", "userStatus", "isSuper"], {
      names,
    }),
    ...(firstPassword ? [{ label: "首次密码", value: firstPassword, wide: true }] : []),
    { label: "角色", value: user.roleNames.join("、"), wide: true },
    { label: "两步验证", value: secondFactor ? "已开启" : "未开启" },
    { label: "最近使用", value: lastSeen },
    { label: "现在在线", value: `${online} 处` },
    { label: "登录失败", value: failures > 0 ? `最近 10 分钟 ${failures} 次` : "最近 10 分钟没有" },
  ];
  return (
    <RecordScreen
      room={userRoom}
      note={user.isSuper && !may.write ? "超级用户只能由超级用户管理" : undefined}
      actions={
        <>
          {mayGive.roles && (
            <a className="button" href={`/system/user-role/${user.userId}`}>
              授予角色
            </a>
          )}
          {mayGive.password && lockedOut && (
            <a className="button" href={`${url}/unlock`}>
              解锁
            </a>
          )}
          {mayGive.password && !self && (
            <a className="button" href={`${url}/password`}>
              重置密码
            </a>
          )}
          {mayGive.password && !self && secondFactor && (
            <a className="button" href={`${url}/second-factor`}>
              取消两步验证
            </a>
          )}
          {may.write && !self && (
            <a className="button" href={`${url}/disable`}>
              {user.userStatus === "disabled" ? "启用" : "停用"}
            </a>
          )}
        </>
      }
      sections={[{ title: "基本信息", facts }]}
    />
  );
}
