export const useTypes = [
  { value: 1, label: "停车场", colour: "#2b8a3e" },
  { value: 2, label: "加油充电站", colour: "#0b7285" },
  { value: 3, label: "维修点", colour: "#5f3dc4" },
  { value: 4, label: "首末站", colour: "#1864ab" },
  { value: 5, label: "待车区", colour: "#a61e4d" },
  { value: 6, label: "限速区", colour: "#e8590c" },
  { value: 7, label: "禁行区", colour: "#c92a2a" },
] as const;
export const ruleTypes = [
  { value: 10, label: "禁入" },
  { value: 20, label: "禁出" },
  { value: 30, label: "限速" },
  { value: 40, label: "停车超时" },
] as const;
export const ownerTypes = [
  { value: "parking", label: "场站" },
  { value: "line", label: "线路" },
  { value: "station", label: "站点" },
] as const;
export const weekdayNames = [
  { value: 1, label: "周一" },
  { value: 2, label: "周二" },
  { value: 3, label: "周三" },
  { value: 4, label: "周四" },
  { value: 5, label: "周五" },
  { value: 6, label: "周六" },
  { value: 7, label: "周日" },
] as const;
export const colours = [
  { value: "#c92a2a", label: "红" },
  { value: "#e8590c", label: "橙" },
  { value: "#b08500", label: "黄" },
  { value: "#2b8a3e", label: "绿" },
  { value: "#0b7285", label: "青" },
  { value: "#1864ab", label: "蓝" },
  { value: "#5f3dc4", label: "紫" },
  { value: "#a61e4d", label: "玫红" },
  { value: "#495057", label: "灰" },
] as const;

export const colourOf = (fence: { colour: string | null; useType: number }) =>
  fence.colour ?? useTypes.find((one) => one.value === fence.useType)?.colour ?? null;

export const ownerUrls: Record<string, string> = {
  parking: "/parking/parking-management",
  line: "/line/line-management",
  station: "/station/station-management",
};
