export const fileStates = [
  { value: 0, label: "草稿" },
  { value: 1, label: "已生成" },
  { value: 2, label: "已下发" },
  { value: 3, label: "作废" },
] as const;

/** How a variant stands, from what is worst. */
export const standings = [
  { value: "none", label: "没有文件" },
  { value: "outdated", label: "过期" },
  { value: "draft", label: "草稿" },
  { value: "current", label: "最新" },
] as const;
export type Standing = (typeof standings)[number]["value"];

/** What a generated file was made from; each has a hash of its own. */
export const sourceParts = {
  line: "线路号",
  stations: "站点",
  path: "路径",
  names: "站名",
  pronunciations: "读音",
  recipe: "公共语音版本",
  clips: "语音",
} as const;
export type SourcePart = keyof typeof sourceParts;
export type Sources = Record<SourcePart, string>;
