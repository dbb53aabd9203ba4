import { useLoaderData } from "@remix-run/react";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { roleTree } from "~/domains/roles/queries.server";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { treeChoices } from "~/kit/page/trees/tree";
import { may } from "../policy";
import { listUsers } from "../queries.server";
import { userRoom } from "../room";
import { userTable } from "../table";

export const handle = screen({ title: "用户管理" });

export const loader = page(may.read, async (call) => {
  const [list, orgId, roles] = await Promise.all([
    listPage(call, may, userTable, listUsers),
    organisationChoices(call.viewer),
    roleTree(call.viewer),
  ]);
  return { ...list, choices: { orgId, roleId: treeChoices(roles, (role) => role.roleName) } };
});

export default function Users() {
  return (
    <ListScreen
      {...useLoaderData<typeof loader>()}
      room={userRoom}
      table={userTable}
      emptyText="您的机构范围内还没有用户。"
    />
  );
}
