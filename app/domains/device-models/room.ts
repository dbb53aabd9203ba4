import type { Room } from "~/kit/room/room";
import { fieldWords } from "~/kit/room/words";
import { abilities, type DeviceModelRow, noticeTypes } from "./schema";

export const deviceModelWords = fieldWords({
  modelNum: "型号",
  modelName: "名称",
  factory: "厂商",
  manufacturerId: "808 制造商 ID",
  protocol: "通信协议",
  support: { label: "功能", bits: abilities },
  fileTransport: "文件传输",
  noticeType: { label: "升级通知", choices: noticeTypes },
  packageFormat: "线路文件格式",
  maxFileMb: { label: "文件上限", unit: "MB" },
  audioCodec: "音频格式",
  sampleRate: { label: "采样率", unit: "Hz" },
  charset: "字符集",
  twoInOne: "二合一",
  tags: "标签",
  sort: "排序",
  remark: "备注",
});

export const deviceModelRoom: Room<DeviceModelRow> = {
  noun: "设备型号",
  url: "/model/device-model",
  key: "modelUuid",
  nameOf: (model) => model.modelNum,
  words: deviceModelWords,
};
