import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { roomList } from "~/kit/room/served-pages.server";
import { parameterRoom, parameterTable } from "../room";
import { parameters } from "../room.server";

export const handle = screen({ title: parameterRoom.title });
export const loader = page(parameterRoom.may.read, (call) => roomList(call, parameters));

export default function Parameters() {
  return <ListScreen room={parameterRoom} table={parameterTable} {...useLoaderData<typeof loader>()} />;
}
