import { tables } from "~/domains/record-tables/schema";
import { z } from "zod";
import { requiredText } from "~/kit/page/forms/rules";
import { field } from "~/kit/room/fields";
import { recordTable } from "~/kit/room/record-table";
import { defineRoom, permissions } from "~/kit/room/room";
import { type Language, languages } from "~/transit/announcements/words";
import type { PublicNode, Slot, Text } from "./recipe";
import { allLanguages } from "./recipe-rules";
import { nodesInWords, slotsInWords, textsInWords } from "./recipe-words";

const versionNum = requiredText("版本号", 16).regex(/^[\x21-\x7e]+$/, "只能用字母、数字和符号，不含空格和中文");

/** In the order in which they are heard. */
const Languages = z
  .array(z.enum(allLanguages as [Language, ...Language[]], { error: "请从列表中选择" }), {
    error: "请至少选择一种语言",
  })
  .min(1, "请至少选择一种语言")
  .transform((chosen) => allLanguages.filter((one) => chosen.includes(one)));

const languagesInWords = (chosen: readonly Language[]) => chosen.map((one) => languages[one]).join("、");

export const versionRoom = defineRoom({
  name: "voice-versions",
  noun: "公共语音",
  title: "公共语音分类",
  url: "/voice/public-voice-class",
  key: "versionUuid",
  may: permissions("voice-version"),
  named: "versionName",
  code: "versionNum",
  few: true,
  fields: {
    versionNum: field.ruled("text", "版本号", versionNum, z.string(), {
      hint: "写进线路文件，最多 16 个字母、数字或符号，不与其他版本重复",
    }),
    versionName: field.name("名称", 32),
    languages: field.own("语言", Languages, z.array(z.enum(allLanguages as [Language, ...Language[]])), {
      say: languagesInWords,
    }),
    isValid: field.enabled(),
    remark: field.text("备注", 255, { wide: true }),
  },
  more: { rowCount: z.number(), nodeCount: z.number(), fileCount: z.number() },
  words: {
    slots: { label: "播报配方", say: (slots: Slot[], names) => slotsInWords(slots, names) },
    texts: { label: "显示文字", say: (texts: Text[]) => textsInWords(texts) },
    nodes: { label: "公共节点", say: (nodes: PublicNode[], names) => nodesInWords(nodes, names) },
  },
  refers: {
    slots: tables.audio,
    nodes: [tables.audio, tables.nodeType],
  },
  recordPages: ["row", "copy", "example", "node", "node-delete"],
  tabs: { example: "试听示例" },
  without: ["bulk"],
  emptyText: "还没有公共语音版本：新增一个版本，再设置每个事件车内、车外播什么。",
});
export type VersionRow = typeof versionRoom.row;
export type VersionValues = typeof versionRoom.values;

export const versionTable = recordTable<VersionRow>(versionRoom, {
  columns: [
    { id: "versionNum", width: 130, sortable: true, always: true },
    { id: "versionName", sortable: true },
    { id: "languages", width: 150 },
    { id: "rowCount", header: "配方行数", width: 76, align: "right" },
    { id: "nodeCount", header: "公共节点", width: 76, align: "right" },
    { id: "fileCount", header: "线路文件", width: 76, align: "right" },
    { id: "isValid", width: 60, sortable: true },
    { id: "remark", hidden: true },
    "updatedAt",
  ],
  keyword: "版本号、名称、拼音或首字母",
  filters: ["isValid"],
  sortBy: "versionNum",
});
