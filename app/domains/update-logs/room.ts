import { date } from "~/kit/page/forms/rules";
import { field } from "~/kit/room/fields";
import { recordTable } from "~/kit/room/record-table";
import { defineRoom, permissions } from "~/kit/room/room";

export const updateLogRoom = defineRoom({
  name: "update-logs",
  noun: "更新日志",
  title: "更新日志",
  url: "/update-log/update-log-management",
  key: "logId",
  may: permissions("update-log"),
  named: ["logVersion", "title"],
  code: "logVersion",
  few: true,
  fields: {
    logVersion: field.code("版本号", 32, { hint: "例如 1.4.0；不与其他更新日志重复" }),
    logDate: field.date("日期"),
    title: field.name("标题", 64, { wide: true }),
    /** Markdown. */
    body: {
      ...field.name("内容", 20_000, {
        hint: "可用 Markdown：# 标题，- 列表，**加粗**，[文字](网址)；不支持 HTML 和图片",
        wide: true,
        rows: 14,
      }),
      kind: "lines",
    },
  },
  bulk: ["logDate"],
  pages: ["seen"],
  emptyText: "还没有更新日志：发布后会显示在门户首页。",
});
export type UpdateLogRow = typeof updateLogRoom.row;

export const updateLogTable = recordTable<UpdateLogRow>(updateLogRoom, {
  columns: [
    { id: "logVersion", width: 140, sortable: true },
    { id: "logDate", width: 110, sortable: true },
    { id: "title", width: 300, sortable: true },
    { id: "body", cell: (log) => log.body.replace(/\s+/g, " ").slice(0, 200), csv: (log) => log.body },
    "updatedAt",
  ],
  keyword: "版本号、标题或内容",
  filters: [
    { name: "from", label: "日期从", kind: "date", rule: date.optional() },
    { name: "to", label: "到", kind: "date", rule: date.optional() },
  ],
  sortBy: "-logDate",
});
