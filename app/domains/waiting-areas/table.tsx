import { z } from "zod";
import { ringWords, withoutSquares } from "~/kit/page/map/shape-words";
import { recordTable } from "~/kit/room/record-table";
import { waitingAreaRoom, type WaitingAreaRow } from "./room";

export const waitingAreaTable = recordTable<WaitingAreaRow>(waitingAreaRoom, {
  columns: [
    { id: "waitName", sortable: true },
    {
      id: "fenceName",
      cell: (row) => <a href={`/electronic-fence/electronic-fence-management/${row.fenceUuid}`}>{row.fenceName}</a>,
    },
    { id: "lineNames", header: "线路", width: 180, cell: (row) => row.lineNames.join("、") },
    { id: "direction", width: 64, sortable: true, cell: (row) => row.directionName },
    { id: "capacity", header: "车位数", width: 76, sortable: true },
    { id: "queueRule", width: 90, sortable: true },
    { id: "enabled", width: 64, sortable: true },
    {
      id: "size",
      header: "大小",
      width: 180,
      aside: true,
      cell: sizeWords,
      csv: (row) => withoutSquares(sizeWords(row)),
    },
    "updatedAt",
    { id: "orgName", header: "所属机构", width: 110, hidden: true },
    { id: "entryAzimuth", header: "进入方位角", width: 90, hidden: true },
    { id: "remark", width: 160, hidden: true },
  ],
  keyword: "名称、拼音或首字母",
  filters: [
    "fenceUuid",
    { name: "lineUuid", label: "", rule: z.string().trim().max(32).optional() },
    "direction",
    "enabled",
  ],
  sortBy: "waitName",
});

function sizeWords({ coords }: WaitingAreaRow): string {
  return coords ? ringWords(coords) : "未绘制";
}
