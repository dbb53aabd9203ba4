import { useLoaderData, useLocation } from "@remix-run/react";
import { ListScreen, screen } from "~/kit/page/screens";
import { listPage } from "~/kit/page/tables/list-loader.server";
import { readOnlyPage } from "../list-page.server";
import { loadFilterPicks } from "../offers.server";
import { findList } from "../read-only-lists";

export const handle = screen({
  title: ({ heading }: { heading: string }) => heading,
  titleAt: (path) => findList(path)?.title,
});

export const loader = readOnlyPage(async (call, { title, table, list, choices, offers = {} }) => {
  const [page, given, picks] = await Promise.all([
    listPage(call, {}, table, list),
    choices?.(call.viewer) ?? {},
    loadFilterPicks(call.viewer, offers, call.url),
  ]);
  return { ...page, choices: given, picks, heading: title };
});

export default function ReadOnlyList() {
  const { heading: _, ...loaded } = useLoaderData<typeof loader>();
  const { table, title, noun = title, url, emptyText } = findList(useLocation().pathname)!;
  return <ListScreen {...loaded} table={table} room={{ noun, url }} emptyText={emptyText} />;
}
