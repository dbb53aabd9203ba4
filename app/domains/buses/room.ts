import { periodsInWords } from "~/kit/room/periods";
import { fieldWords, pictureInWords } from "~/kit/room/words";
import { recordUrl, type Room } from "~/kit/room/room";
import { type BusRow, busSources, busStates, energyTypes, floorTypes, plateColors } from "./schema";

export const busWords = fieldWords({
  busSelfCode: "自编号",
  plateNum: "车牌号",
  plateColor: { label: "车牌颜色", choices: plateColors },
  vin: "车辆识别代码",
  engineNo: "发动机/电机号",
  modelUuid: "车型",
  orgId: "所属机构",
  lineUuid: "所属线路",
  lines: { label: "授权线路", say: periodsInWords },
  parkingUuid: "停放场站",
  busState: { label: "车辆状态", choices: busStates },
  energyType: { label: "能源类型", choices: energyTypes },
  approvedNumber: { label: "核载人数", unit: "人" },
  seatNumber: { label: "座位数", unit: "座" },
  hasAc: "空调车",
  floorType: { label: "低地板", choices: floorTypes },
  doorCount: { label: "车门数", unit: "个" },
  wheelchair: "无障碍",
  fuelTank: { label: "油箱容量", unit: "L" },
  fuelKm: { label: "百公里油耗", unit: "L" },
  mileage: { label: "总里程", unit: "km" },
  source: { label: "车辆来源", choices: busSources },
  provider: "供应商",
  contractNo: "合同编号",
  productionDate: "出厂日期",
  registerDate: "登记日期",
  scrapDate: "报废日期",
  drivingLicenseExpire: "行驶证到期",
  compulsoryInsExpire: "交强险到期",
  commercialInsExpire: "商业险到期",
  nextInspection: "下次年检",
  nextMaintenance: "下次保养",
  fixedDriver: "固定驾驶员",
  presets: "预设人员",
  imgUrl: { label: "照片", say: pictureInWords },
  remark: "备注",
});

const line = { table: "line", key: "line_uuid", title: "line_name" };
const person = { table: "person", key: "person_uuid", title: "name" };

export const busRoom: Room<BusRow> = {
  noun: "车辆",
  url: "/bus/bus-management",
  key: "busUuid",
  nameOf: (row) => row.busSelfCode,
  words: busWords,
  picture: "imgUrl",
  refers: {
    modelUuid: { table: "bus_model", key: "model_uuid", title: "model_num" },
    orgId: { table: "organisation", key: "org_id", title: "org_name" },
    lineUuid: line,
    lines: line,
    parkingUuid: { table: "depot", key: "parking_uuid", title: "parking_name" },
    fixedDriver: person,
    presets: person,
  },
};

export const busUrl = (bus: Pick<BusRow, "busUuid">) => recordUrl(busRoom, bus as BusRow);
