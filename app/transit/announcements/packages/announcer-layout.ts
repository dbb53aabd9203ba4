import type { CompiledLine } from "../model";
import { directions, type Direction } from "../words";
import { nodeHeads } from "./node-table";

export const root = "公交资源文件";

/** The layout's own columns come first, ours behind them. */
export const lineHeads = {
  name: "线路名称",
  hours: "首班/末班",
  lineNo: "线路标识",
  fileVersion: "线路版本",
  audioPath: "音频路径",
  start: "起始站",
  end: "终点站",
  classifySid: "线路分类标识",
  isLoop: "是否环行",
  voiceVersion: "语音版本",
  created: "生成时间",
  charset: "字符集",
  nameYue: "粤语名称",
  nameEn: "英语名称",
  nameOther: "其他名称",
};

export const stationHeads = {
  staUuid: "标识",
  code: "编号",
  name: "名称",
  sound: "语音",
  lng: "经度",
  lat: "纬度",
  azimuth: "角度",
  limitSpeed: "限速",
  distance: "站前里程",
  staType: "站点类型",
  departing: "出站语音顺序",
  arriving: "进站语音顺序",
  broadcast: "是否播报",
  fare: "票价",
  soundName: "音频名",
  gap: "间距",
  serial: "站序",
  inRadius: "进站半径",
  outRadius: "出站半径",
  nameYue: "粤语名称",
  nameEn: "英语名称",
  nameOther: "其他名称",
};

/** Of the nodes as a corner's file and ours have them; a playlist a loudspeaker. */
export const spotHeads = {
  ...nodeHeads,
  direction: "方向",
  serial: "序号",
  type: "播报时机",
  use: "用途",
  stationUid: "站点标识",
  name: "名称",
  lng: "经度",
  lat: "纬度",
  azimuth: "角度",
  radius: "半径",
  distance: "站前里程",
  limitSpeed: "限速",
  broadcast: "是否播报",
  report: "是否上报",
  stationSerial: "站序",
  sound1: "进站内音",
  sound2: "进站外音",
  sound3: "出站内音",
  sound4: "出站外音",
};

export const serviceHeads = {
  serial: "编号",
  use: "用途",
  name: "名称",
  sound1: "进站内音",
  sound2: "进站外音",
  sound3: "出站内音",
  sound4: "出站外音",
};

/** In the place of a direction, of what belongs to no place. */
export const noPlace = "服务语";

export const displayHeads = { direction: "方向", node: "序号", lang: "语言", text: "文字", seconds: "停留秒数" };
export const extraHeads = { direction: "方向", node: "序号", column: "项目", value: "内容" };
export const trackHeads = { lng: "经度", lat: "纬度", distance: "里程" };
export const clipHeads = {
  file: "音频路径",
  name: "音频名",
  size: "大小",
  crc32: "CRC32",
  sha256: "SHA256",
  durationMs: "时长毫秒",
  text: "文字",
  language: "语言",
  speaker: "喇叭",
};

export const paths = {
  lines: `${root}/线路列表.txt`,
  clips: `${root}/音频列表.txt`,
  services: `${root}/语音/服务语.txt`,
  display: `${root}/显示文字.txt`,
  extra: `${root}/播放条件.txt`,
  stations: (title: string) => `${root}/线路/${title}.txt`,
  corners: (title: string) => `${root}/线路/${title}拐弯提醒.txt`,
  nodes: (title: string) => `${root}/线路/${title}节点.txt`,
  track: (title: string) => `${root}/轨迹点文件/${title}.txt`,
};

/** "9路上行": the number alone where the name is longer than a file's should be. */
export function titleOf({ lineNo, names }: Pick<CompiledLine, "lineNo" | "names">, direction: Direction): string {
  return fileName(names.zh ?? lineNo) + directions[direction];
}

/** What may stand in a file's name everywhere, in the letters that GBK has. */
export function fileName(text: string): string {
  const plain = text
    .normalize("NFKC")
    .replace(/[\p{C}\\/:*?"<>|+,.]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return [...plain].slice(0, 40).join("").trim() || "语音";
}
