import type { Room } from "~/kit/room/room";
import { fieldWords } from "~/kit/room/words";
import { staFacilities, staKinds, staStates, type StationRow } from "./schema";

export const stationWords = fieldWords({
  staSelfCode: "站点编号",
  staName: "站点名称",
  nameEn: "英文名称",
  lng: "经度",
  lat: "纬度",
  azimuth: { label: "方位角", say: (degrees: number) => `${degrees}°` },
  road: "所在道路",
  roadSide: "道路侧",
  district: "行政区划",
  address: "地址",
  nearby: "周边",
  staKind: { label: "种类", choices: staKinds },
  state: { label: "状态", choices: staStates },
  facilities: { label: "设施", bits: staFacilities },
  openDate: "启用日期",
  stopDate: "停用日期",
  isShare: "共用站",
  remark: "备注",
});

export const stationRoom: Room<StationRow> = {
  noun: "站点",
  url: "/station/station-management",
  key: "staUuid",
  nameOf: (station) => station.staName,
  words: stationWords,
};
