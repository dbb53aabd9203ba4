import { shapeKinds } from "~/transit/geo/shape";
import type { Room } from "~/kit/room/room";
import { fieldWords } from "~/kit/room/words";
import { colours, ownerTypes, ruleTypes, useTypes, weekdayNames } from "./choices";
import { coordsTold, coordsWords } from "./place";
import type { FenceRow } from "./schema";
import { type TimeWindow, windowWords } from "./time-windows";

export const fenceWords = fieldWords({
  fenceNum: "围栏编号",
  fenceName: "围栏名称",
  useType: { label: "用途", choices: useTypes },
  orgId: "所属机构",
  ownerType: { label: "关联类型", choices: ownerTypes },
  ownerUuid: "关联对象",
  enabled: "启用",
  colour: { label: "颜色", choices: colours },
  shape: { label: "形状", choices: shapeKinds },
  lng: "中心经度",
  lat: "中心纬度",
  radius: { label: "半径", unit: "米" },
  coords: { label: "边界坐标", say: coordsWords },
  width: { label: "宽度", unit: "米" },
  ruleType: { label: "规则", choices: ruleTypes },
  limitSpeed: { label: "限速", unit: "公里/小时" },
  stopMinutes: { label: "停车时长", unit: "分钟" },
  timeWindows: { label: "生效时段", say: (value: TimeWindow[]) => windowWords(value) },
  weekdays: { label: "生效星期", choices: weekdayNames },
  beginDate: "开始日期",
  endDate: "结束日期",
  scopeAll: "适用于全部车辆",
  lineUuids: "适用线路",
  busUuids: "适用车辆",
  remark: "备注",
});

export const fenceRoom: Room<FenceRow> = {
  noun: "电子围栏",
  url: "/electronic-fence/electronic-fence-management",
  key: "fenceUuid",
  nameOf: (row) => row.fenceName,
  words: fenceWords,
  told: coordsTold,
  refers: {
    orgId: { table: "organisation", key: "org_id", title: "org_name" },
    ownerUuid: [
      { table: "depot", key: "parking_uuid", title: "parking_name" },
      { table: "line", key: "line_uuid", title: "line_name" },
      { table: "station", key: "sta_uuid", title: "sta_name" },
    ],
    lineUuids: { table: "line", key: "line_uuid", title: "line_name" },
    busUuids: { table: "bus", key: "bus_uuid", title: "bus_self_code" },
  },
};
