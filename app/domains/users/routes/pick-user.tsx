import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { may } from "../policy";
import { listUsers } from "../queries.server";
import { userRoleTable } from "../table";

export const handle = screen({ title: "用户角色授权" });

export const loader = page(may.authorise, (call) => listPage(call, {}, userRoleTable, listUsers));

export default function PickUser() {
  return (
    <ListScreen {...useLoaderData<typeof loader>()} table={userRoleTable} emptyText="您的机构范围内还没有用户。" />
  );
}
