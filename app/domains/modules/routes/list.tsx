import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { roomList } from "~/kit/room/served-pages.server";
import { moduleRoom, moduleTable } from "../room";
import { modules } from "../room.server";

export const handle = screen({ title: moduleRoom.title });
export const loader = page(moduleRoom.may.read, (call) => roomList(call, modules));

export default function Modules() {
  const list = useLoaderData<typeof loader>();
  return (
    <ListScreen
      room={moduleRoom}
      table={moduleTable}
      {...list}
      emptyText="还没有模块：模块按产品登记，参数和资源可以归到模块下。"
    />
  );
}
