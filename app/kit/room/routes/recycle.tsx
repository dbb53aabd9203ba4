import { screen } from "~/kit/page/screens";
import { changeBin, loadBin } from "../recycle.server";
import { roomPage } from "../room-page.server";
import { RecycleBin, recycleTitle } from "../screens";
import { useRoom } from "../use-room";

export const handle = screen({ title: ({ title }: { title: string }) => title });

export const loader = roomPage("remove", async (call, served) => ({
  ...(await loadBin(call, served)),
  title: recycleTitle(served.room),
}));

export const action = roomPage("remove", changeBin);

export default function Recycle() {
  return <RecycleBin room={useRoom()} />;
}
