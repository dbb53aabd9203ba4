import { recordUrl } from "~/kit/room/room";
import { defineTable } from "~/kit/page/tables/define-table";
import { deviceModelRoom, deviceModelWords } from "./room";
import { DeviceModelFilters, type DeviceModelRow } from "./schema";

export const deviceModelTable = defineTable<DeviceModelRow>()({
  columns: [
    {
      id: "modelNum",
      header: "型号",
      width: 120,
      sortable: true,
      always: true,
      cell: (row) => <a href={recordUrl(deviceModelRoom, row)}>{row.modelNum}</a>,
    },
    { id: "modelName", header: "名称", sortable: true },
    { id: "factory", header: "厂商", width: 120, sortable: true },
    { id: "protocol", header: "通信协议", width: 130, sortable: true },
    {
      id: "support",
      header: "功能",
      width: 200,
      cell: (row) => row.support !== 0 && deviceModelWords.show("support", row.support),
      aside: true,
    },
    { id: "fileTransport", header: "文件传输", width: 90 },
    { id: "deviceCount", header: "设备数", width: 80, align: "right" },
    { id: "charset", header: "字符集", width: 80, hidden: true },
    { id: "manufacturerId", header: "制造商 ID", width: 100, hidden: true },
    { id: "tags", header: "标签", width: 150, hidden: true },
    { id: "sort", header: "排序", width: 70, align: "right", sortable: true, hidden: true },
    { id: "updatedAt", header: "更新时间", width: 130, sortable: true, kind: "time", aside: true },
  ],
  filters: DeviceModelFilters,
  filterFields: [
    { name: "keyword", label: "型号", placeholder: "型号、名称、拼音或首字母", width: 190 },
    { name: "factory", label: "厂商" },
    { name: "protocol", label: "通信协议" },
  ],
  sortBy: "sort,modelNum",
  rowKey: (row) => row.modelUuid,
});
