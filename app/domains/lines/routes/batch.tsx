import { page } from "~/kit/page/http/page.server";
import { screen } from "~/kit/page/screens";
import { batchPage, undoBatch } from "~/kit/room/batches.server";
import { BatchScreen, batchTitle } from "~/kit/room/screens";
import { lineBatch } from "../batch.server";
import { lineRoom } from "../line-room";
import { may } from "../policy";

export const handle = screen({ title: batchTitle(lineRoom) });
export const loader = page(may.read, (call) => batchPage(call, lineBatch));
export const action = page(may.read, (call) => undoBatch(call, lineBatch));

export default function LineBatch() {
  return <BatchScreen room={lineRoom} />;
}
