import { ringWords } from "~/kit/page/map/shape-words";
import type { Room } from "~/kit/room/room";
import { fieldWords } from "~/kit/room/words";
import { type DepotRow, ownerships, parkingStates, parkingTypes } from "./schema";

export const depotWords = fieldWords({
  parkingNum: "场站编号",
  parkingName: "场站名称",
  parkingType: { label: "类型", choices: parkingTypes },
  level: "等级",
  orgId: "所属机构",
  state: { label: "状态", choices: parkingStates },
  ownership: { label: "权属", choices: ownerships },
  lng: "经度",
  lat: "纬度",
  outline: { label: "场界", say: ringWords },
  address: "地址",
  landArea: { label: "占地面积", unit: "m²" },
  busBays: { label: "停车位", unit: "个" },
  chargers: { label: "充电桩", unit: "个" },
  repairPits: { label: "维修坑", unit: "个" },
  manager: "负责人",
  phone: "联系电话",
  remark: "备注",
});

export const depotRoom: Room<DepotRow> = {
  noun: "场站",
  url: "/parking/parking-management",
  key: "parkingUuid",
  nameOf: (row) => row.parkingName,
  words: depotWords,
  refers: { orgId: { table: "organisation", key: "org_id", title: "org_name" } },
};
