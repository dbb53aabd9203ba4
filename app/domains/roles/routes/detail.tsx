import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { roomRecord } from "~/kit/room/served-pages.server";
import { factsOf } from "~/kit/room/words";
import { screen, Section } from "~/kit/page/screens";
import { RecordScreen, recordTitle } from "~/kit/room/screens";
import { getUserAuth, isChangeable, isGiveable } from "../queries.server";
import { roleRoom } from "../room";
import { roles } from "../room.server";

export const handle = screen({ title: recordTitle(roleRoom) });

export const loader = page(roleRoom.may.read, (call) =>
  roomRecord(call, roles, async (viewer, { roleId }) => {
    const [{ users }, changeable] = await Promise.all([getUserAuth(viewer, roleId), isChangeable(viewer, roleId)]);
    return {
      users,
      changeable,
      mayAuthorise: allows(viewer, roleRoom.may.authorise),
      mayAdd: allows(viewer, roleRoom.may.write),
      mayAddUsers:
        allows(viewer, "user.write") && allows(viewer, "user.authorise") && (await isGiveable(viewer, roleId)),
    };
  }),
);

export default function Role() {
  const { record: role, names, users, changeable, mayAuthorise, mayAdd, mayAddUsers } = useLoaderData<typeof loader>();
  const facts = [
    ...factsOf(roleRoom.words, role, ["roleName", "parentId", "enabled", "secondFactor", "dataScope"], { names }),
    { label: "资源", value: `${role.resourceCount} 项` },
    ...(role.dataScope === "chosen" ? factsOf(roleRoom.words, role, ["orgIds"], { names, wide: true }) : []),
    ...factsOf(roleRoom.words, role, ["remark"], { wide: true }),
  ];
  return (
    <RecordScreen
      room={roleRoom}
      note={changeable ? undefined : "此角色超出您自己的权限或机构范围，只能查看"}
      actions={
        mayAuthorise && (
          <>
            <a className="button" href={`/system/role-resource/${role.roleId}`}>
              授予资源
            </a>
            {mayAdd && (
              <a className="button" href={`${roleRoom.url}/new?copyFrom=${role.roleId}`}>
                复制角色
              </a>
            )}
          </>
        )
      }
      sections={[{ title: "基本信息", facts }]}
    >
      {role.resourceCount === 0 && mayAuthorise && changeable && (
        <p className="notice">
          还没有资源。下一步：<a href={`/system/role-resource/${role.roleId}`}>授予资源</a>，再授予用户。
        </p>
      )}
      <Section
        title={`用户（${users.length}）`}
        actions={mayAddUsers && <a href={`/system/user/new?roleIds=${role.roleId}`}>新增用户</a>}
      >
        {users.length === 0 ? (
          <p className="quiet">您的机构范围内没有用户有此角色。</p>
        ) : (
          <p>
            {users.map((user, place) => (
              <Fragment key={user.userId}>
                {place > 0 && "、"}
                <a href={`/system/user/${user.userId}`}>{user.userName}</a>{" "}
                <span className="quiet">{[user.userAccount, user.orgName].filter(Boolean).join(" ")}</span>
              </Fragment>
            ))}
          </p>
        )}
      </Section>
    </RecordScreen>
  );
}
