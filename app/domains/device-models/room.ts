import { z } from "zod";
import { bits } from "~/kit/page/forms/bits";
import { field, optional, withDefault } from "~/kit/room/fields";
import { recordTable } from "~/kit/room/record-table";
import { defineRoom, permissions } from "~/kit/room/room";
import { charsets, packageFormats } from "~/transit/announcements/words";
import { clipRates } from "~/transit/sound/sound";

export const abilities = [
  { value: 1, label: "在线状态" },
  { value: 2, label: "定位" },
  { value: 4, label: "ACC 状态" },
  { value: 8, label: "报站" },
  { value: 16, label: "客流统计" },
  { value: 32, label: "视频" },
  { value: 64, label: "远程升级" },
] as const;
const noticeTypes = [
  { value: 1, label: "控制指令升级" },
  { value: 2, label: "远程升级通知" },
  { value: 50, label: "文本升级" },
  { value: 100, label: "自定义" },
] as const;
const protocolTypes = {
  "application/pdf": "PDF",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word",
  "application/zip": "ZIP",
  "text/plain": "文本",
};
const packageChoices = Object.entries(packageFormats).map(([value, label]) => ({ value, label }));
const manufacturerId = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,5}$/, "制造商 ID 是 1 到 5 个字母或数字");

export const deviceModelRoom = defineRoom({
  name: "device-models",
  noun: "设备型号",
  title: "设备型号管理",
  url: "/model/device-model",
  key: "modelUuid",
  may: permissions("device-model"),
  named: "modelNum",
  described: "modelName",
  code: "modelNum",
  few: true,
  nextStep: () => ({ label: "新增设备", href: "/device/device-management/new", permission: "device.write" }),
  fields: {
    modelNum: { ...field.code("设备型号", 16, { hint: "不与其他型号重复" }), label: "型号" },
    modelName: field.text("名称", 64),
    factory: field.text("厂商", 64, { hint: "登记设备时按厂商选协议" }),
    manufacturerId: {
      ...optional(field.own("808 制造商 ID", manufacturerId, z.string())),
      kind: "text",
      hint: "1 到 5 个字母或数字",
    },
    protocol: field.text("通信协议", 64, { hint: "例如 JT/T 808-2019" }),
    protocolFile: field.file("协议文档", { accept: protocolTypes }),
    support: withDefault(field.own("功能", bits(abilities), z.number(), { bits: abilities }), 0),
    fileTransport: optional(field.word("文件传输", ["FTP", "HTTP", "808分包"])),
    noticeType: optional(field.choice("升级通知", noticeTypes)),
    packageFormat: optional(field.word("线路文件格式", packageChoices, { hint: "不选时为标准线路文件" })),
    maxFileMb: optional(field.whole("文件上限", 1, 1000, { unit: "MB" })),
    audioCodec: optional(field.word("音频格式", ["mp3", "wav"])),
    sampleRate: optional(
      field.choice(
        "采样率",
        clipRates.map((rate) => ({ value: rate, label: `${rate} Hz` })),
      ),
    ),
    charset: withDefault(
      field.word("字符集", charsets, { hint: "标准线路文件里的表格按它写；报站器资源文件夹总是 GBK" }),
      "GBK",
    ),
    speaks: field.check("自带朗读", { hint: "会自己朗读文字的车载机收到文字；不会的收到程序朗读好的语音" }),
    twoInOne: field.check("二合一设备"),
    tags: field.text("标签", 128),
    sort: field.place(),
    remark: field.note("备注", 128),
  },
  more: { deviceCount: z.number() },
  bulk: ["factory", "protocol", "fileTransport", "noticeType", "maxFileMb"],
  emptyText: "还没有设备型号：新增型号后才能登记设备。",
});
export type DeviceModelRow = typeof deviceModelRoom.row;

export const deviceModelTable = recordTable<DeviceModelRow>(deviceModelRoom, {
  columns: [
    { id: "modelNum", width: 120, sortable: true, always: true },
    { id: "modelName", sortable: true },
    { id: "factory", width: 120, sortable: true },
    { id: "protocol", width: 130, sortable: true },
    {
      id: "support",
      width: 200,
      cell: ({ support }) => support !== 0 && deviceModelRoom.words.show("support", support),
      aside: true,
    },
    { id: "fileTransport", width: 90 },
    { id: "deviceCount", header: "设备数", width: 80, align: "right" },
    { id: "charset", width: 80, hidden: true },
    { id: "manufacturerId", header: "制造商 ID", width: 100, hidden: true },
    { id: "tags", width: 150, hidden: true },
    { id: "sort", width: 70, sortable: true, hidden: true },
    "updatedAt",
  ],
  keyword: "型号、名称、拼音或首字母",
  filters: ["factory", "protocol", { name: "modelNum", label: "" }],
  sortBy: "sort,modelNum",
});

export const DeviceModelOption = deviceModelRoom.Row.pick({
  modelUuid: true,
  modelNum: true,
  modelName: true,
  factory: true,
  protocol: true,
});
export type DeviceModelOption = z.output<typeof DeviceModelOption>;
