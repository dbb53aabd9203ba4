import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { roomList } from "~/kit/room/served-pages.server";
import { nodeTypeRoom, nodeTypeTable } from "../room";
import { nodeTypes } from "../room.server";

export const handle = screen({ title: nodeTypeRoom.title });
export const loader = page(nodeTypeRoom.may.read, (call) => roomList(call, nodeTypes));

export default function NodeTypes() {
  return (
    <ListScreen
      room={nodeTypeRoom}
      table={nodeTypeTable}
      {...useLoaderData<typeof loader>()}
      without={["recycle", "remove", "change"]}
    />
  );
}
