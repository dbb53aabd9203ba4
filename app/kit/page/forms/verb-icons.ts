/** Pictures of what buttons do, by the words that they begin with; of two the longer counts, so it stands first. */
const beginnings = [
  ["新增", "add"],
  ["新建", "add"],
  ["增加", "add"],
  ["编辑", "edit"],
  ["批量修改", "change"],
  ["批量删除", "remove"],
  ["修改", "edit"],
  ["删除", "remove"],
  ["导入", "import"],
  ["从表格导入", "import"],
  ["导出", "export"],
  ["下载", "export"],
  ["回收站", "bin"],
  ["显示列", "columns"],
  ["常用筛选", "filter"],
  ["复制", "copy"],
  ["重新计算", "refresh"],
  ["按站点刷新", "refresh"],
  ["下发", "issue"],
  ["启动", "play"],
  ["继续", "play"],
  ["试听", "voice"],
  ["撤销", "undo"],
] as const;

export const verbIcons = [
  "add",
  "edit",
  "remove",
  "export",
  "bin",
  "columns",
  "filter",
  "copy",
  "refresh",
  "play",
  "undo",
  "change",
] as const;

/** The picture of what words on a button say it does; undefined where the words alone say it. */
export const verbIconOf = (words: string) => beginnings.find(([beginning]) => words.startsWith(beginning))?.[1];
