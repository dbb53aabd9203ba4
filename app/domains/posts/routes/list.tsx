import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { may } from "../policy";
import { listPosts } from "../queries.server";
import { postRoom } from "../room";
import { postTable } from "../table";

export const handle = screen({ title: "岗位管理" });
export const loader = page(may.read, (call) => listPage(call, may, postTable, listPosts));

export default function Posts() {
  return (
    <ListScreen
      room={postRoom}
      table={postTable}
      {...useLoaderData<typeof loader>()}
      emptyText="还没有岗位：新增岗位后才能登记人员。"
    />
  );
}
