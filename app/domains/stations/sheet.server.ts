import { roomSheet } from "~/kit/room/sheets/room-sheet.server";
import { stations } from "./room.server";

export const stationSheet = roomSheet(stations, {
  templateCode: "station",
  columns: Object.keys(stations.room.fields).filter((name) => name !== "oppositeSta"),
  writtenTogether: true,
  looks: {
    staSelfCode: { example: "10010001" },
    staName: { example: "火车站" },
    nameEn: { example: "Railway Station" },
    pronunciation: { example: "huo3 che1 zhan4" },
    lng: { example: 116.384213, remark: "WGS84，东经为正" },
    lat: { example: 39.868115, remark: "WGS84，北纬为正" },
    azimuth: { example: 90 },
    road: { example: "站前路" },
    roadSide: { example: "南侧" },
    district: { example: "110106" },
    staKind: { example: "常规" },
    state: { example: "运营" },
    facilities: { example: "候车亭、座椅" },
    openDate: { example: new Date("2026-05-01") },
  },
  rules: [
    "同名的站点可以有多个，只按站点编号区分。",
    "对向站不在这个模板里，请用“站点对向站”模板。",
    "改站点名称、英文名称或站名读音，会使报这个站名的线路文件过期，请导入后到文件管理查看。",
    "移动正在使用的站点不会改动经过它的线路路径，请导入后到线路工具检查。",
  ],
});
