import { screen } from "~/kit/page/screens";
import { batchPage, batchRoomOf, undoBatch } from "../batches.server";
import { roomPage } from "../room-page.server";
import { BatchScreen, batchTitle } from "../screens";
import { useRoom } from "../use-room";

export const handle = screen({ title: ({ title }: { title: string }) => title });

export const loader = roomPage("read", async (call, served) => {
  const loaded = await batchPage(call, batchRoomOf(served));
  return { ...loaded, title: batchTitle(served.room)(loaded) };
});

export const action = roomPage("read", (call, served) => undoBatch(call, batchRoomOf(served)));

export default function Batch() {
  return <BatchScreen room={useRoom()} />;
}
