import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { listRows } from "~/kit/room/source.server";
import { loginTable } from "../login-table";
import { loginsUrl, may } from "../policy";
import { loginSource } from "../queries.server";

export const handle = screen({ title: "用户登录日志" });

export const loader = page(may.read, (call) =>
  listPage(call, {}, loginTable, (viewer, state) => listRows(loginSource, viewer, state)),
);

export default function UserLogins() {
  return (
    <ListScreen
      {...useLoaderData<typeof loader>()}
      table={loginTable}
      room={{ noun: "用户登录日志", url: loginsUrl }}
      emptyText="还没有登录记录。"
    />
  );
}
