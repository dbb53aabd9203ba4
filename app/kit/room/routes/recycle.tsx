import { screen } from "~/kit/page/screens";
import { loadRecyclePage, restoreAndRedirect } from "../pages.server";
import { roomPage } from "../room-page.server";
import { RecycleBin, recycleTitle } from "../screens";
import { useRoom } from "../use-room";

export const handle = screen({ title: ({ title }: { title: string }) => title });

export const loader = roomPage("remove", async (call, { room, source }) => {
  const [title] = [room.named].flat();
  const columns = { title: title!, detail: room.described ?? room.code ?? title! };
  return { ...(await loadRecyclePage(call, source, columns)), title: recycleTitle(room) };
});

export const action = roomPage("remove", (call, { room, verbs }) => restoreAndRedirect(call, room, verbs.restore));

export default function Recycle() {
  return <RecycleBin room={useRoom()} />;
}
