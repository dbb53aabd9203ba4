import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { screen } from "~/kit/page/screens";
import { readTreeQuery, TreeScreen } from "~/kit/page/trees/tree-screen";
import { roleTree } from "../queries.server";
import { type RoleRow, roleRoom } from "../room";
import { roleColumns } from "../tree-columns";

export const handle = screen({ title: "角色资源授权" });

export const loader = page(roleRoom.may.authorise, async ({ viewer, url }) => ({
  tree: await roleTree(viewer),
  asked: readTreeQuery(url),
}));

export default function PickRole() {
  const { tree, asked } = useLoaderData<typeof loader>();
  return (
    <TreeScreen<RoleRow>
      tree={tree}
      asked={asked}
      nameOf={(role) => role.roleName}
      columns={[
        {
          id: "roleName",
          header: "选择要授权的角色",
          cell: (role) => <a href={`/system/role-resource/${role.roleId}`}>{role.roleName}</a>,
        },
        ...roleColumns,
      ]}
      placeholder="角色名称"
      emptyText={
        <>
          还没有角色，请先在<a href="/system/role">角色管理</a>中新增。
        </>
      }
    />
  );
}
