import { screen } from "~/kit/page/screens";
import { loadRemovalPage, deleteAndRedirect } from "../pages.server";
import { roomPage } from "../room-page.server";
import { RemovalScreen, removalTitle } from "../screens";
import { findAsked } from "../served-pages.server";
import { usesOf } from "../uses.server";
import { useRoom } from "../use-room";

export const handle = screen({ title: ({ title }: { title: string }) => title });

export const loader = roomPage("remove", async (call, { room, source, references }) => {
  const loaded = await loadRemovalPage(call, room, findAsked(call, source), (viewer, keys) =>
    usesOf(viewer, references, keys),
  );
  return { ...loaded, title: removalTitle(room)(loaded as never) };
});

export const action = roomPage("remove", (call, { room, source, verbs }) =>
  deleteAndRedirect(call, room, findAsked(call, source), verbs.remove),
);

export default function Delete() {
  return <RemovalScreen room={useRoom()} />;
}
