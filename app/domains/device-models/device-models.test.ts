import { db } from "~/kit/data/db/pool.server";
import { fleetNames } from "~/seed/demo-fleet";
import { describeRoom } from "../../../tests/room";
import { deviceModelRoom } from "./room";

const { may } = deviceModelRoom;
let made = 0;

describeRoom({
  path: "/model/device-model",
  may,
  valid: () => ({
    modelNum: `SX-${String(++made).padStart(4, "0")}`,
    modelName: "试验终端",
    factory: "滨江电子",
    protocol: "JT/T 808-2019",
    manufacturerId: "BJDZ1",
    support: ["1", "64"],
    twoInOne: "on",
    fileTransport: "808分包",
    noticeType: "100",
    packageFormat: "bus-line-file/1",
    maxFileMb: "20",
    audioCodec: "mp3",
    sampleRate: "22050",
    charset: "UTF-8",
    tags: "新品",
    sort: "9999",
    remark: "两行\r\n备注",
  }),
  invalid: [
    { field: "modelNum", value: "", message: "请输入设备型号" },
    { field: "modelNum", value: "1".repeat(17), message: "最多 16 个字" },
    { field: "modelName", value: "名".repeat(65), message: "最多 64 个字" },
    { field: "factory", value: "厂".repeat(65), message: "最多 64 个字" },
    { field: "protocol", value: "议".repeat(65), message: "最多 64 个字" },
    { field: "manufacturerId", value: "BJDZ12", message: "1 到 5 个字母或数字" },
    { field: "manufacturerId", value: "滨江", message: "1 到 5 个字母或数字" },
    { field: "maxFileMb", value: "0", message: "1 到 1000 的整数" },
    { field: "sampleRate", value: "7999", message: "8000 到 48000 的整数" },
    { field: "tags", value: "标".repeat(129), message: "最多 128 个字" },
    { field: "sort", value: "-1", message: "0 到 9999 的整数" },
    { field: "remark", value: "注".repeat(129), message: "最多 128 个字" },
  ],
  showsAs: "modelNum",
  unique: { field: "modelNum", message: "设备型号已存在" },
  texts: ["factory", "tags"],
  table: { name: "deviceModel", key: "modelUuid" },
  used: async () => ({
    key: (
      await db()
        .selectFrom("deviceModel")
        .select("modelUuid")
        .where("modelNum", "=", fleetNames.deviceModels.board)
        .executeTakeFirstOrThrow()
    ).modelUuid,
    by: fleetNames.devices.board,
  }),
  bulk: { field: "fileTransport", value: "FTP" },
  api: { missing: "/api/dev/model/v1.0/update", key: "modelUuid" },
});
