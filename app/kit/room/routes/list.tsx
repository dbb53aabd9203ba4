import { useLoaderData } from "@remix-run/react";
import { ListScreen, screen } from "~/kit/page/screens";
import type { Offer } from "~/kit/page/screens/list-screen";
import { findRoom } from "../registry";
import type { DeclaredRoom } from "../room";
import { roomPage } from "../room-page.server";
import { roomList } from "../served-pages.server";
import { useServed } from "../use-room";

export const handle = screen({
  title: ({ heading }: { heading: string }) => heading,
  titleAt: (path) => findRoom(path)?.room.title,
});

export const loader = roomPage("read", async (call, served) => ({
  ...(await roomList(call, served)),
  heading: served.room.title,
}));

export default function List() {
  const { heading: _, ...list } = useLoaderData<typeof loader>();
  const { room, table } = useServed();
  return <ListScreen room={room} table={table} {...list} without={notOffered(room)} emptyText={room.emptyText} />;
}

/** What stands on a list's page only where there is a page for it. */
const notOffered = ({ without = [] }: DeclaredRoom): Offer[] => [
  ...(without.includes("recycle") ? (["recycle"] as const) : []),
  ...(without.includes("bulk") ? (["change", "remove"] as const) : []),
];
