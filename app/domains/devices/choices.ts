export const devTypes = [
  { value: 1, label: "车载机" },
  { value: 2, label: "DVR" },
  { value: 3, label: "投币机" },
  { value: 4, label: "刷卡机" },
  { value: 5, label: "客流" },
  { value: 6, label: "电子站牌" },
  { value: 7, label: "调度屏" },
] as const;
export const scrapped = 4;
export const devStates = [
  { value: 1, label: "正常" },
  { value: 2, label: "维修" },
  { value: 3, label: "停用" },
  { value: scrapped, label: "报废" },
] as const;
export const connectStates = [
  { value: 1, label: "在线" },
  { value: 0, label: "离线" },
] as const;
export const characterSets = ["GBK", "UTF-8"] as const;

export const ownerKinds = [
  { value: "bus", label: "车辆", code: "车辆自编号", url: "/bus/bus-management" },
  { value: "station", label: "站点", code: "站点编号", url: "/station/station-management" },
  { value: "parking", label: "场站", code: "场站编号", url: "/parking/parking-management" },
] as const;
export type OwnerKind = (typeof ownerKinds)[number]["value"];

export const ownerKind = (value: OwnerKind) => ownerKinds.find((kind) => kind.value === value)!;
