import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { roomList } from "~/kit/room/served-pages.server";
import { userRoom, userTable } from "../room";
import { users } from "../room.server";

export const handle = screen({ title: userRoom.title });
export const loader = page(userRoom.may.read, (call) => roomList(call, users));

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
