import { z } from "zod";
import { chosenNumber } from "~/kit/page/forms/rules";
import { field, optional } from "~/kit/room/fields";
import { recordTable } from "~/kit/room/record-table";
import { defineRoom, permissions } from "~/kit/room/room";

export const packageStates = [
  { value: 0, label: "草稿" },
  { value: 1, label: "待生效" },
  { value: 2, label: "已生效" },
  { value: 3, label: "已撤回" },
  { value: 4, label: "未能生效" },
] as const;

export const packageRoom = defineRoom({
  name: "change-packages",
  noun: "变更包",
  title: "变更包",
  url: "/line/change-package",
  key: "packageUuid",
  may: { ...permissions("change-package"), confirm: "change-package.confirm" },
  named: "packageName",
  code: "packageNum",
  described: "effectiveDay",
  few: true,
  fields: {
    packageNum: optional(field.code("编号", 20, { hint: "留空时自动编号" })),
    packageName: field.name("名称", 64, { hint: "例如：12 月线网调整" }),
    effectiveDay: field.date("生效日期", { hint: "其中的变更从这一天零点起一起生效" }),
    orgId: field.organisation(),
    remark: field.note("备注"),
  },
  more: {
    state: z.number(),
    itemCount: z.number(),
    outcome: z.string().nullable(),
    confirmedAt: z.string().nullable(),
    confirmedByName: z.string().nullable(),
    inForceAt: z.string().nullable(),
  },
  words: { state: { label: "状态", choices: packageStates }, outcome: "说明", confirmedByName: "确认人" },
  without: ["bulk"],
  recordPages: ["add", "station", "fence", "confirm", "take-back"],
  parts: { 基本信息: ["packageName", "effectiveDay", "orgId", "packageNum", "remark"] },
  emptyText: "还没有变更包：把同一天生效的线路草稿、站点和围栏变更放在一起，一起生效，一起撤回。",
});
export type PackageRow = typeof packageRoom.row;

export const stateName = (state: number) => packageStates.find(({ value }) => value === state)!.label;

export const packageTable = recordTable<PackageRow>(packageRoom, {
  columns: [
    { id: "packageNum", width: 110, sortable: true },
    { id: "packageName", sortable: true, always: true },
    { id: "effectiveDay", width: 110, sortable: true },
    { id: "state", header: "状态", width: 96, sortable: true, cell: ({ state }) => stateName(state) },
    { id: "itemCount", header: "变更", width: 70, align: "right" },
    { id: "orgName", width: 130 },
    { id: "confirmedByName", header: "确认人", width: 100 },
    "updatedAt",
  ],
  keyword: "编号、名称、拼音或首字母",
  filters: [
    {
      name: "state",
      label: "状态",
      kind: "choice",
      rule: chosenNumber,
      choices: packageStates.map(({ value, label }) => ({ value: String(value), label })),
    },
    "orgId",
  ],
  sortBy: "-effectiveDay",
});
