import type { Room } from "~/kit/room/room";
import { fieldWords } from "~/kit/room/words";
import { type BusModelRow, deckTypes, energyTypes } from "./schema";

export const busModelWords = fieldWords({
  modelNum: "型号",
  modelName: "名称",
  brand: "品牌",
  manufacturer: "厂家",
  energyType: { label: "能源类型", choices: energyTypes },
  length: { label: "车长", unit: "毫米" },
  width: { label: "车宽", unit: "毫米" },
  height: { label: "车高", unit: "毫米" },
  grossMass: { label: "总质量", unit: "千克" },
  seats: { label: "座位数", unit: "座" },
  approved: { label: "核载人数", unit: "人" },
  emission: "排放标准",
  batteryKwh: { label: "电池容量", unit: "千瓦时" },
  rangeKm: { label: "续航里程", unit: "公里" },
  maxSpeed: { label: "最高车速", unit: "公里/时" },
  doors: { label: "车门数", unit: "个" },
  deckType: { label: "车身", choices: deckTypes },
  icon: "图标",
  remark: "备注",
});

export const busModelRoom: Room<BusModelRow> = {
  noun: "车辆型号",
  url: "/model/bus-model",
  key: "modelUuid",
  nameOf: (model) => model.modelNum,
  words: busModelWords,
};
