import { screen } from "~/kit/page/screens";
import { batchPage, undoBatch } from "~/kit/room/batches.server";
import { roomPage } from "~/kit/room/room-page.server";
import { BatchScreen, batchTitle } from "~/kit/room/screens";
import { clipBatch } from "../batch.server";
import { audioRoom } from "../room";

export const handle = screen({ title: batchTitle(audioRoom) });
export const loader = roomPage("read", (call, served) => batchPage(call, clipBatch(served)));
export const action = roomPage("read", (call, served) => undoBatch(call, clipBatch(served)));

export default function ClipBatch() {
  return <BatchScreen room={audioRoom} />;
}
