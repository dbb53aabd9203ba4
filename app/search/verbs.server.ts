import { may as issueTasks } from "~/domains/issue-tasks/policy";
import { tasksUrl } from "~/domains/issue-tasks/urls";
import { may as lineFiles } from "~/domains/line-files/policy";
import { may as lines } from "~/domains/lines/policy";
import { linesUrl } from "~/domains/lines/urls";
import { rooms } from "~/rooms";

/** Something that is done on a page of its own, found by its words. */
export interface Verb {
  words: string;
  href: string;
  permission: string;
  /** Other words that people use for it. */
  alias?: string;
}

/** Something that is done with one record: "编辑 1001", "1路 匹配路径". */
export interface RecordVerb {
  words: string;
  /** Below the record's own address. */
  page: string;
  permission: string;
  /** The list that its records stand in. */
  url: string;
}

export const verbs: readonly Verb[] = [
  { words: "新增线路", href: `${linesUrl}/new`, permission: lines.write },
  { words: "新建下发任务", href: `${tasksUrl}/new`, permission: issueTasks.write, alias: "下发线路文件" },
  { words: "测算草稿用车", href: `${linesUrl}/scenario`, permission: lines.read },
  ...rooms.map(({ room }) => ({ words: `新增${room.noun}`, href: `${room.url}/new`, permission: room.may.write })),
];

const ofLines: readonly (readonly [words: string, page: string, permission: string])[] = [
  ["站点", "/stations", lines.read],
  ["地图", "/map", lines.read],
  ["匹配路径", "/match", lines.write],
  ["版本", "/versions", lines.read],
  ["语音", "/voice", lineFiles.read],
  ["下发", "/voice", issueTasks.write],
  ["历史", "/history", lines.read],
];

export const recordVerbs: readonly RecordVerb[] = [
  ...ofLines.map(([words, page, permission]) => ({ words, page, permission, url: linesUrl })),
  ...rooms.flatMap(({ room: { url, may, without = [] } }) => [
    { words: "编辑", page: "/edit", permission: may.write, url },
    ...(without.includes("history") ? [] : [{ words: "历史", page: "/history", permission: may.read, url }]),
  ]),
];
