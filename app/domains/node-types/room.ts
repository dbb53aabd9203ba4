import { z } from "zod";
import { requiredText } from "~/kit/page/forms/rules";
import { field, optional, withDefault } from "~/kit/room/fields";
import { recordTable } from "~/kit/room/record-table";
import { defineRoom } from "~/kit/room/room";
import { nodeUses } from "~/transit/announcements/words";
import { ColumnRow, Columns, columnsInWords } from "./columns";
import { findSeeded } from "./seed";

export { fieldKinds } from "./columns";

const useOptions = Object.entries(nodeUses).map(([use, label]) => ({ value: Number(use), label }));

const typeNum = requiredText("类型编号", 16).regex(/^[A-Za-z0-9_]+$/, "只能用字母、数字和下划线");
const colour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, "请输入 # 和 6 位十六进制数字，例如 #1971c2");

export const nodeTypeRoom = defineRoom({
  name: "node-types",
  noun: "节点类型",
  title: "节点类型字典",
  url: "/voice/node-type-dictionary",
  key: "typeUuid",
  // A type is never deleted: the verb refuses, and no page offers it.
  may: { read: "node-type.read", write: "node-type.write", remove: "node-type.write" },
  named: "typeName",
  code: "typeNum",
  few: true,
  fields: {
    typeNum: field.ruled("text", "类型编号", typeNum, z.string(), { hint: "字母、数字和下划线，不与其他类型重复" }),
    typeName: field.name("类型名称", 32),
    use: field.choice("用途", useOptions),
    colour: optional(field.ruled("text", "颜色", colour, z.string(), { hint: "地图上的颜色，例如 #1971c2" })),
    icon: field.icon(),
    defaultRadius: withDefault(field.whole("默认半径", 10, 500, { unit: "米", hint: "新节点的触发半径" }), 50),
    needsAzimuth: withDefault(
      field.ruled("check", "要方位角", z.boolean(), z.boolean(), { hint: "车头方向相差 70° 以内才播报" }),
      true,
    ),
    triggersOnce: withDefault(field.ruled("check", "一趟只播一次", z.boolean(), z.boolean()), true),
    sort: field.place(),
    isValid: field.enabled(),
    remark: field.text("备注", 255, { wide: true }),
    columns: withDefault(field.own("专有列", Columns, z.array(ColumnRow), { say: columnsInWords }), []),
  },
  more: { nodeCount: z.number() },
  without: ["delete", "recycle", "bulk"],
});
export type NodeTypeRow = typeof nodeTypeRoom.row;
export type NodeTypeValues = typeof nodeTypeRoom.values;

export const nodeTypeTable = recordTable<NodeTypeRow>(nodeTypeRoom, {
  columns: [
    { id: "typeNum", width: 100, sortable: true, always: true },
    { id: "typeName", width: 90, sortable: true },
    { id: "use", width: 80, sortable: true },
    {
      id: "columns",
      header: "专有列",
      cell: (row) => columnsInWords(row.columns),
      csv: (row) => columnsInWords(row.columns),
    },
    { id: "defaultRadius", header: "半径（米）", width: 92, align: "right", sortable: true },
    { id: "needsAzimuth", width: 76 },
    { id: "triggersOnce", width: 106, hidden: true },
    { id: "nodeCount", header: "节点数", width: 64, align: "right" },
    { id: "seeded", header: "来源", width: 60, cell: (row) => (findSeeded(row.typeNum) ? "程序" : "自建") },
    { id: "isValid", width: 60, sortable: true },
    { id: "sort", width: 60, sortable: true, hidden: true },
    { id: "colour", width: 90, hidden: true },
    { id: "remark", hidden: true },
    "updatedAt",
  ],
  keyword: "编号或名称",
  filters: ["use", "isValid"],
  sortBy: "sort",
});
