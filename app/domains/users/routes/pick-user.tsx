import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listRows } from "~/kit/room/source.server";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { userSource } from "../queries.server";
import { userRoleTable } from "../role-table";
import { userRoom } from "../room";

export const handle = screen({ title: "用户角色授权" });

export const loader = page(userRoom.may.authorise, (call) =>
  listPage(call, {}, userRoleTable, (viewer, state) => listRows(userSource, viewer, state as never)),
);

export default function PickUser() {
  return (
    <ListScreen {...useLoaderData<typeof loader>()} table={userRoleTable} emptyText="您的机构范围内还没有用户。" />
  );
}
