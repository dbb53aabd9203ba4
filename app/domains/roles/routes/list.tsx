import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { allows } from "~/kit/data/access/viewer";
import { recordUrl } from "~/kit/room/room";
import { screen } from "~/kit/page/screens";
import { readTreeQuery, TreeScreen } from "~/kit/page/trees/tree-screen";
import { countHolders, roleTree } from "../queries.server";
import { type RoleRow, roleRoom } from "../room";
import { roleColumns } from "../tree-columns";

export const handle = screen({ title: roleRoom.title });

export const loader = page(roleRoom.may.read, async ({ viewer, url }) => {
  const [tree, users] = await Promise.all([roleTree(viewer), countHolders(viewer)]);
  return {
    tree,
    users: Object.fromEntries(users),
    asked: readTreeQuery(url),
    may: {
      write: allows(viewer, roleRoom.may.write),
      remove: allows(viewer, roleRoom.may.remove),
      authorise: allows(viewer, roleRoom.may.authorise),
    },
  };
});

export default function Roles() {
  const { tree, users, asked, may } = useLoaderData<typeof loader>();
  return (
    <TreeScreen<RoleRow>
      room={roleRoom}
      may={may}
      tree={tree}
      asked={asked}
      nameOf={(role) => role.roleName}
      columns={[
        { id: "roleName", header: "角色名称", cell: (role) => <a href={recordUrl(roleRoom, role)}>{role.roleName}</a> },
        ...roleColumns,
        { id: "remark", header: "备注", width: 180, aside: true },
        { id: "users", header: "用户", width: 70, align: "right", cell: (role) => users[role.roleId] ?? 0 },
        {
          id: "actions",
          header: "操作",
          width: 190,
          cell: (role) => (
            <>
              {may.authorise && <a href={`/system/role-resource/${role.roleId}`}>授予资源</a>}
              {may.authorise && <a href={`${recordUrl(roleRoom, role)}/users`}>用户</a>}
              {may.write && <a href={`/system/role/new?parentId=${role.roleId}`}>新增下级</a>}
            </>
          ),
        },
      ]}
      placeholder="角色名称"
      emptyText={<>还没有角色：先新增一个角色，再授予它资源，最后授予用户。</>}
    />
  );
}
