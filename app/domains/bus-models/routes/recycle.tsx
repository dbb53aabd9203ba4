import { page } from "~/kit/page/http/page.server";
import { recyclePage, restoring } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RecycleBin, recycleTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { restoreBusModel, busModelSource } from "../queries.server";
import { busModelRoom } from "../room";

export const handle = screen({ title: recycleTitle(busModelRoom) });
export const loader = page(may.remove, (call) =>
  recyclePage(call, busModelSource, { title: "modelNum", detail: "modelName" }),
);
export const action = page(may.remove, (call) => restoring(call, busModelRoom, restoreBusModel));

export default function DeletedBusModels() {
  return <RecycleBin room={busModelRoom} codeLabel="型号" codeLength={32} />;
}
