import { asChoices } from "~/kit/page/forms/field";
import { labelOf } from "~/kit/page/forms/rules";
import { recordUrl } from "~/kit/room/room";
import { defineTable } from "~/kit/page/tables/define-table";
import { busModelRoom } from "./room";
import { BusModelFilters, type BusModelRow, deckTypes, energyTypes } from "./schema";

export const busModelTable = defineTable<BusModelRow>()({
  columns: [
    {
      id: "modelNum",
      header: "型号",
      width: 120,
      sortable: true,
      always: true,
      cell: (row) => <a href={recordUrl(busModelRoom, row)}>{row.modelNum}</a>,
    },
    { id: "modelName", header: "名称", sortable: true },
    { id: "manufacturer", header: "厂家", width: 110, sortable: true },
    {
      id: "energyType",
      header: "能源类型",
      width: 86,
      sortable: true,
      cell: (row) => labelOf(energyTypes, row.energyType),
    },
    { id: "length", header: "车长（毫米）", width: 110, align: "right", sortable: true, aside: true },
    { id: "seats", header: "座位", width: 64, align: "right", sortable: true },
    { id: "approved", header: "核载", width: 64, align: "right", sortable: true },
    { id: "busCount", header: "车辆数", width: 62, align: "right" },
    { id: "brand", header: "品牌", width: 110, hidden: true },
    { id: "emission", header: "排放标准", width: 90, hidden: true },
    {
      id: "deckType",
      header: "车身",
      width: 70,
      hidden: true,
      cell: (row) => row.deckType && labelOf(deckTypes, row.deckType),
    },
    { id: "rangeKm", header: "续航（公里）", width: 110, align: "right", hidden: true },
    { id: "updatedAt", header: "更新时间", width: 130, sortable: true, kind: "time", aside: true },
  ],
  filters: BusModelFilters,
  filterFields: [
    { name: "keyword", label: "型号", placeholder: "型号、名称、拼音或首字母", width: 190 },
    { name: "energyType", label: "能源类型", kind: "choice", choices: asChoices(energyTypes) },
    { name: "manufacturer", label: "厂家" },
  ],
  sortBy: "modelNum",
  rowKey: (row) => row.modelUuid,
});
