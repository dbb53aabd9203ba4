import { page } from "~/kit/page/http/page.server";
import { recyclePage, restoring } from "~/kit/room/pages.server";
import { screen } from "~/kit/page/screens";
import { RecycleBin, recycleTitle } from "~/kit/room/screens";
import { may } from "../policy";
import { restoreStation, stationSource } from "../queries.server";
import { stationRoom } from "../room";

export const handle = screen({ title: recycleTitle(stationRoom) });
export const loader = page(may.remove, (call) =>
  recyclePage(call, stationSource, { title: "staName", detail: "staSelfCode" }),
);
export const action = page(may.remove, (call) => restoring(call, stationRoom, restoreStation));

export default function DeletedStations() {
  return <RecycleBin room={stationRoom} codeLabel="站点编号" />;
}
