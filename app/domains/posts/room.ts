import { z } from "zod";
import { field, withDefault } from "~/kit/room/fields";
import { recordTable } from "~/kit/room/record-table";
import { defineRoom, permissions } from "~/kit/room/room";

const postTypes = [
  { value: 1, label: "驾驶员" },
  { value: 2, label: "乘务员" },
  { value: 3, label: "站务" },
  { value: 4, label: "调度" },
  { value: 5, label: "机务" },
  { value: 6, label: "管理" },
] as const;
const postStates = [
  { value: 1, label: "启用" },
  { value: 0, label: "停用" },
] as const;

export const postRoom = defineRoom({
  name: "posts",
  noun: "岗位",
  title: "岗位管理",
  url: "/personnel/post-management",
  key: "postUuid",
  may: permissions("post"),
  named: "postName",
  code: "postCode",
  few: true,
  fields: {
    postCode: field.code("岗位编号", 20, { hint: "不与其他岗位重复" }),
    postName: field.name("岗位名称", 32),
    postType: field.choice("类别", postTypes),
    sort: field.place(),
    state: withDefault(field.choice("状态", postStates), 1),
    remark: field.note("备注"),
  },
  more: { personCount: z.number() },
  bulk: ["postType", "state"],
  shown: {
    基本信息: [
      "postCode",
      "postName",
      "postType",
      "state",
      "sort",
      { label: "在岗人员", value: ({ personCount }: { personCount: number }) => `${personCount} 人` },
      "remark",
    ],
  },
  parts: { 基本信息: ["postCode", "postName", "postType", "state", "sort", "remark"] },
  emptyText: "还没有岗位：新增岗位后才能登记人员。",
});
export type PostRow = typeof postRoom.row;

export const postTable = recordTable<PostRow>(postRoom, {
  columns: [
    { id: "postCode", width: 140, sortable: true },
    { id: "postName", sortable: true, always: true },
    { id: "postType", width: 100, sortable: true },
    { id: "state", width: 80, sortable: true },
    { id: "personCount", header: "人数", width: 80, align: "right" },
    { id: "sort", width: 80, sortable: true },
    "updatedAt",
  ],
  keyword: "编号、名称、拼音或首字母",
  filters: ["postType", "state"],
  sortBy: "sort,postCode",
});
