import { useLoaderData } from "@remix-run/react";
import { page } from "~/kit/page/http/page.server";
import { ListScreen, screen } from "~/kit/page/screens";
import { roomList } from "~/kit/room/served-pages.server";
import { appRoom, appTable } from "../room";
import { apps } from "../room.server";

export const handle = screen({ title: appRoom.title });
export const loader = page(appRoom.may.read, (call) => roomList(call, apps));

export default function Apps() {
  return <ListScreen room={appRoom} table={appTable} {...useLoaderData<typeof loader>()} emptyText="还没有应用。" />;
}
