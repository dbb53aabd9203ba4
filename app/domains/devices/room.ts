import type { Room } from "~/kit/room/room";
import { fieldWords } from "~/kit/room/words";
import { connectStates, type DeviceRow, devStates, devTypes, ownerKinds } from "./schema";

export const deviceWords = fieldWords({
  devSelfCode: "设备编号",
  modelUuid: "设备型号",
  devType: { label: "设备类型", choices: devTypes },
  protocol: "通信协议",
  imei: "IMEI / 唯一码",
  terminalPhone: "终端手机号",
  simPhone: "SIM 卡号",
  iccid: "ICCID",
  bindType: { label: "绑定种类", choices: ownerKinds },
  bindUuid: "绑定对象",
  channel: "通道",
  characterSet: "字符集",
  timeZone: "时区",
  installDate: "安装日期",
  expireDate: "到期日期",
  devState: { label: "状态", choices: devStates },
  isSlave: "备机",
  remark: "备注",
  connectState: { label: "在线", choices: connectStates },
  firmware: "固件版本",
  lineFileVersion: "线路文件版本",
});

export const deviceRoom: Room<DeviceRow> = {
  noun: "设备",
  url: "/device/device-management",
  key: "devUuid",
  nameOf: (device) => device.devSelfCode,
  words: deviceWords,
  refers: {
    modelUuid: { table: "device_model", key: "model_uuid", title: "model_num" },
    bindUuid: [
      { table: "bus", key: "bus_uuid", title: "bus_self_code", org: "org_id" },
      { table: "station", key: "sta_uuid", title: "sta_name" },
      { table: "depot", key: "parking_uuid", title: "parking_name", org: "org_id" },
    ],
  },
};
