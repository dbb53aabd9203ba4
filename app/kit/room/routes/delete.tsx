import { screen } from "~/kit/page/screens";
import { loadRemovalPage, deleteAndRedirect } from "../pages.server";
import { roomPage } from "../room-page.server";
import { RemovalScreen, removalTitle } from "../screens";
import { findRow } from "../source.server";
import { usesOf } from "../uses.server";
import { useRoom } from "../use-room";

export const handle = screen({ title: ({ title }: { title: string }) => title });

export const loader = roomPage("remove", async (call, { room, source, references }) => {
  const loaded = await loadRemovalPage(
    call,
    room,
    (viewer, key) => findRow(source, viewer, key),
    (viewer, keys) => usesOf(viewer, references, keys),
  );
  return { ...loaded, title: removalTitle(room)(loaded as never) };
});

export const action = roomPage("remove", (call, { room, source, verbs }) =>
  deleteAndRedirect(call, room, (viewer, key) => findRow(source, viewer, key), verbs.remove),
);

export default function Delete() {
  return <RemovalScreen room={useRoom()} />;
}
