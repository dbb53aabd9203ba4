interface SeededDictionary {
  codeNum: string;
  codeName: string;
  items: [itemNum: string, itemName: string][];
}

export const seededDictionaries: SeededDictionary[] = [
  { codeNum: "voiceType", codeName: "语音类型", items: [["0", "男声"]] },
  {
    codeNum: "voiceUse",
    codeName: "用途",
    items: [
      ["0", "进站"],
      ["1", "出站"],
      ["2", "限速区"],
      ["3", "安全"],
      ["4", "公告"],
      ["5", "广告"],
      ["6", "其他"],
      ["7", "路口"],
      ["8", "占位"],
    ],
  },
  {
    codeNum: "speaker",
    codeName: "喇叭",
    items: [
      ["0", "内喇叭"],
      ["1", "外喇叭"],
      ["2", "内外喇叭"],
    ],
  },
  {
    codeNum: "lineType",
    codeName: "线路类型",
    items: [
      ["1", "上下行"],
      ["2", "环行"],
    ],
  },
  {
    codeNum: "sortType",
    codeName: "分类类型",
    items: [
      ["1", "主"],
      ["2", "副"],
    ],
  },
  {
    codeNum: "staType",
    codeName: "站点类型",
    items: [
      ["1", "上行起点"],
      ["2", "上行终点"],
      ["3", "下行起点"],
      ["4", "下行终点"],
      ["5", "普通站"],
      ["6", "上行招呼站"],
      ["7", "下行招呼站"],
    ],
  },
  {
    codeNum: "nodeVoiceUse",
    codeName: "节点语音用途",
    items: [
      ["1", "进站内喇叭"],
      ["2", "进站外喇叭"],
      ["3", "出站内喇叭"],
      ["4", "出站外喇叭"],
    ],
  },
  {
    codeNum: "nodeVoiceType",
    codeName: "节点语音类型",
    items: [
      ["1", "普通"],
      ["2", "TTS"],
    ],
  },
  {
    codeNum: "staSearchKey",
    codeName: "站点查询字段",
    items: [
      ["staName", "站点名称"],
      ["staSelfCode", "站点编号"],
    ],
  },
  {
    codeNum: "staKind",
    codeName: "站点种类",
    items: [
      ["1", "常规"],
      ["2", "BRT"],
      ["3", "港湾"],
      ["4", "枢纽"],
      ["5", "临时"],
    ],
  },
  {
    codeNum: "staState",
    codeName: "站点状态",
    items: [
      ["0", "未开通"],
      ["10", "运营"],
      ["20", "停运"],
    ],
  },
  {
    codeNum: "lineState",
    codeName: "线路状态",
    items: [
      ["0", "未开通"],
      ["10", "运营"],
      ["20", "停运"],
      ["100", "关闭"],
    ],
  },
  {
    codeNum: "orgType",
    codeName: "机构类型",
    items: [
      ["1", "总公司"],
      ["2", "分公司"],
      ["3", "车队"],
      ["4", "调度站"],
      ["100", "调度中心"],
      ["200", "其他"],
    ],
  },
];

/** The names that the program gives the items of a dictionary, by their numbers; nothing where they are free. */
export const fixedNames = (codeNum: string): Record<string, string> =>
  Object.fromEntries(seededDictionaries.find((one) => one.codeNum === codeNum)?.items ?? []);

export const isSeeded = (codeNum: string) => seededDictionaries.some((one) => one.codeNum === codeNum);
