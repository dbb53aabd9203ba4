import type { Column } from "~/kit/page/tables/define-table";
import { type RoleRow, roleRoom } from "./room";

export const roleColumns: Column<RoleRow>[] = [
  { id: "dataScope", header: "数据范围", width: 140, cell: (role) => roleRoom.words.show("dataScope", role.dataScope) },
  { id: "enabled", header: "状态", width: 70, cell: (role) => (role.enabled ? "启用" : "已停用") },
  { id: "resourceCount", header: "资源", width: 70, align: "right" },
];
