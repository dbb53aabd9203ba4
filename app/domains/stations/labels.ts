import { labelOf, staFacilities, staKinds, staStates } from "./schema";

/** What people call a station's fields. */
export const stationLabels: Record<string, string> = {
  staSelfCode: "站点编号",
  staName: "站点名称",
  nameEn: "英文名称",
  lng: "经度",
  lat: "纬度",
  azimuth: "方位角",
  road: "所在道路",
  roadSide: "道路侧",
  district: "行政区划",
  address: "地址",
  nearby: "周边",
  staKind: "种类",
  state: "状态",
  facilities: "设施",
  openDate: "启用日期",
  stopDate: "停用日期",
  isShare: "共用站",
  remark: "备注",
};

/** A field's value in words. */
export function shownValue(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "（空）";
  if (name === "staKind") return labelOf(staKinds, Number(value));
  if (name === "state") return labelOf(staStates, Number(value));
  if (name === "facilities") return facilitiesIn(Number(value)) || "（空）";
  if (typeof value === "boolean") return value ? "是" : "否";
  return String(value);
}

/** The facilities that a number's bits stand for. */
export function facilitiesIn(bits: number): string {
  return staFacilities.filter(({ value }) => bits & value).map(({ label }) => label).join("、");
}
