import { z } from "zod";
import { chosenNumber } from "~/kit/page/forms/rules";
import { recordTable } from "~/kit/room/record-table";
import { connectStates, ownerKind, ownerKinds } from "./choices";
import { ownerLink } from "./owner-link";
import { type DeviceRow, deviceRoom } from "./room";

const ownerText = (row: DeviceRow) =>
  row.bindType ? `${ownerKind(row.bindType).label} ${row.bindName ?? ""}` : "未绑定";

export const deviceTable = recordTable<DeviceRow>(deviceRoom, {
  columns: [
    { id: "devSelfCode", width: 116, sortable: true, always: true },
    { id: "modelNum", width: 116 },
    { id: "devType", header: "类型", width: 90, sortable: true },
    { id: "bindName", header: "绑定对象", cell: (row) => ownerLink(row, ownerText(row)), csv: ownerText },
    { id: "orgName", header: "所属机构", width: 130, sortable: true },
    {
      id: "connectState",
      header: "在线",
      width: 72,
      kind: "state",
      cell: (row) => (row.connectState === 1 ? "在线" : "离线"),
    },
    { id: "lastConnectTime", header: "最后连接", width: 130, sortable: true, kind: "time", aside: true },
    { id: "devState", width: 70, sortable: true },
    { id: "imei", width: 150, hidden: true },
    { id: "terminalPhone", width: 180, hidden: true },
    { id: "simPhone", width: 120, hidden: true },
    { id: "iccid", width: 180, hidden: true },
    {
      id: "protocol",
      width: 140,
      hidden: true,
      cell: (row) => row.protocol ?? row.modelProtocol,
      csv: (row) => row.protocol ?? row.modelProtocol ?? "",
    },
    { id: "firmware", header: "固件版本", width: 110, hidden: true },
    { id: "installDate", width: 100, sortable: true, hidden: true },
    { id: "expireDate", width: 100, sortable: true, hidden: true },
    { id: "updatedAt", aside: false, hidden: true },
  ],
  filters: [
    {
      name: "keyword",
      label: "设备",
      placeholder: "编号、IMEI、手机号、卡号",
      width: 200,
      rule: z.string().trim().max(64).optional(),
    },
    {
      name: "connectState",
      label: "在线",
      kind: "choice",
      choices: connectStates.map(({ value, label }) => ({ value: String(value), label })),
      rule: chosenNumber.refine((state) => state === undefined || state <= 1, "请从列表中选择"),
    },
    { name: "devType", label: "类型" },
    {
      name: "bindType",
      label: "绑定",
      kind: "choice",
      choices: [...ownerKinds.map(({ value, label }) => ({ value, label })), { value: "none", label: "未绑定" }],
      rule: z.enum([...ownerKinds.map(({ value }) => value), "none"]).optional(),
    },
    { name: "devState", more: true },
    { name: "modelUuid", more: true },
    { name: "orgId", label: "所属机构", kind: "choice", more: true, rule: z.string().trim().max(32).optional() },
    { name: "devSelfCode", label: "", rule: z.string().trim().max(16).optional() },
    { name: "bindUuid", label: "", rule: z.string().trim().max(32).optional() },
  ],
  sortBy: "devSelfCode",
});
