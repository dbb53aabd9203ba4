import { fileStates } from "./words";
import type { Node } from "~/transit/announcements/model";
import { extraInWords } from "~/transit/announcements/node-extra";
import { directions } from "~/transit/announcements/words";

/** What a person calls the fields of a node and of a file, in its history. */
export const changeLabels: Record<string, string> = {
  nodes: "节点",
  node: "节点",
  name: "名称",
  lng: "经度",
  lat: "纬度",
  azimuth: "方位角",
  radius: "半径（米）",
  distance: "离起点（米）",
  limitSpeed: "限速（公里/时）",
  isBroadcast: "播报",
  isReport: "上报",
  extra: "类型的列",
  playlist: "播放列表",
  texts: "显示文字",
  versionUuid: "公共语音版本",
  fileVersion: "版本号",
  state: "状态",
  remark: "备注",
};

/** A node as its history tells it; its serial follows from its place. */
export function nodeFields(node: Node): Record<string, unknown> {
  const { name, lng, lat, azimuth, radius, distance, limitSpeed, isBroadcast, isReport, extra } = node;
  return {
    node: `${directions[node.direction]} ${name}`,
    name,
    lng,
    lat,
    azimuth,
    radius,
    distance,
    limitSpeed,
    isBroadcast,
    isReport,
    extra: extraInWords(extra).join("，"),
  };
}

export const changeValue = (versions: ReadonlyMap<string, string>) => (name: string, value: unknown) =>
  (name === "versionUuid" && versions.get(String(value))) || plainValue(name, value);

function plainValue(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "（空）";
  if (name === "state") return fileStates.find((one) => one.value === value)?.label ?? String(value);
  if (typeof value === "boolean") return value ? "是" : "否";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
