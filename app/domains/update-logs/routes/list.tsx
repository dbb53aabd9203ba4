import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { roomList } from "~/kit/room/served-pages.server";
import { updateLogRoom, updateLogTable } from "../room";
import { updateLogs } from "../room.server";

export const handle = screen({ title: updateLogRoom.title });
export const loader = page(updateLogRoom.may.read, (call) => roomList(call, updateLogs));

export default function UpdateLogs() {
  const list = useLoaderData<typeof loader>();
  return (
    <ListScreen
      room={updateLogRoom}
      table={updateLogTable}
      {...list}
      emptyText="还没有更新日志：发布后会显示在门户首页。"
    />
  );
}
