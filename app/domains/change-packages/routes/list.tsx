import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { roomList } from "~/kit/room/served-pages.server";
import { packageRoom, packageTable } from "../room";
import { changePackages } from "../room.server";

export const handle = screen({ title: packageRoom.title });
export const loader = page(packageRoom.may.read, (call) => roomList(call, changePackages));

export default function ChangePackages() {
  const list = useLoaderData<typeof loader>();
  return (
    <ListScreen
      room={packageRoom}
      table={packageTable}
      {...list}
      without={["change", "remove"]}
      emptyText="还没有变更包：把同一天生效的线路草稿、站点和围栏变更放在一起，一起生效，一起撤回。"
    />
  );
}
