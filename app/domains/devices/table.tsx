import { asChoices } from "~/kit/page/forms/field";
import { labelOf } from "~/kit/page/forms/rules";
import { recordUrl } from "~/kit/room/room";
import { defineTable } from "~/kit/page/tables/define-table";
import { ownerHref } from "./owner-link";
import { deviceRoom } from "./room";
import { connectStates, DeviceFilters, type DeviceRow, devStates, devTypes, ownerKind, ownerKinds } from "./schema";

const ownerText = (row: DeviceRow) =>
  row.bindType ? `${ownerKind(row.bindType).label} ${row.bindName ?? ""}` : "未绑定";

export const deviceTable = defineTable<DeviceRow>()({
  columns: [
    {
      id: "devSelfCode",
      header: "设备编号",
      width: 116,
      sortable: true,
      always: true,
      cell: (row) => <a href={recordUrl(deviceRoom, row)}>{row.devSelfCode}</a>,
    },
    { id: "modelNum", header: "设备型号", width: 116 },
    { id: "devType", header: "类型", width: 90, sortable: true, cell: (row) => labelOf(devTypes, row.devType) },
    {
      id: "bindName",
      header: "绑定对象",
      cell: (row) => (row.bindType ? <a href={ownerHref(row)}>{ownerText(row)}</a> : ownerText(row)),
      csv: ownerText,
    },
    { id: "orgName", header: "所属机构", width: 130 },
    { id: "connectState", header: "在线", width: 70, cell: (row) => labelOf(connectStates, row.connectState) },
    { id: "lastConnectTime", header: "最后连接", width: 130, sortable: true, kind: "time", aside: true },
    { id: "devState", header: "状态", width: 70, sortable: true, cell: (row) => labelOf(devStates, row.devState) },
    { id: "imei", header: "IMEI / 唯一码", width: 150, hidden: true },
    { id: "terminalPhone", header: "终端手机号", width: 180, hidden: true },
    { id: "simPhone", header: "SIM 卡号", width: 120, hidden: true },
    { id: "iccid", header: "ICCID", width: 180, hidden: true },
    {
      id: "protocol",
      header: "通信协议",
      width: 140,
      hidden: true,
      cell: (row) => row.protocol ?? row.modelProtocol,
      csv: (row) => row.protocol ?? row.modelProtocol ?? "",
    },
    { id: "firmware", header: "固件版本", width: 110, hidden: true },
    { id: "installDate", header: "安装日期", width: 100, sortable: true, hidden: true },
    { id: "expireDate", header: "到期日期", width: 100, sortable: true, hidden: true },
    { id: "updatedAt", header: "更新时间", width: 130, sortable: true, kind: "time", hidden: true },
  ],
  filters: DeviceFilters,
  filterFields: [
    { name: "keyword", label: "设备", placeholder: "编号、IMEI、手机号、卡号", width: 200 },
    { name: "connectState", label: "在线", kind: "choice", choices: asChoices(connectStates) },
    { name: "devType", label: "类型", kind: "choice", choices: asChoices(devTypes) },
    {
      name: "bindType",
      label: "绑定",
      kind: "choice",
      choices: [...ownerKinds.map(({ value, label }) => ({ value, label })), { value: "none", label: "未绑定" }],
    },
    { name: "devState", label: "状态", kind: "choice", choices: asChoices(devStates), more: true },
    { name: "modelUuid", label: "设备型号", kind: "choice", more: true },
    { name: "orgId", label: "所属机构", kind: "choice", more: true },
  ],
  sortBy: "devSelfCode",
  rowKey: (row) => row.devUuid,
});
