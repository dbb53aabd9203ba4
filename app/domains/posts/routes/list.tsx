import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { roomList } from "~/kit/room/served-pages.server";
import { postRoom, postTable } from "../room";
import { posts } from "../room.server";

export const handle = screen({ title: postRoom.title });
export const loader = page(postRoom.may.read, (call) => roomList(call, posts));

export default function Posts() {
  const list = useLoaderData<typeof loader>();
  return <ListScreen room={postRoom} table={postTable} {...list} emptyText="还没有岗位：新增岗位后才能登记人员。" />;
}
