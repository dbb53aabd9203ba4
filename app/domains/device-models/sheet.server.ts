import { roomSheet } from "~/kit/room/sheets/room-sheet.server";
import { deviceModels } from "./room.server";

export const deviceModelSheet = roomSheet(deviceModels, {
  templateCode: "deviceModel",
  writtenTogether: true,
  looks: {
    modelNum: { example: "ZD-100" },
    modelName: { example: "车载主机" },
    protocol: { example: "JT/T 808-2019" },
    support: { example: "在线状态、定位" },
    maxFileMb: { example: 50 },
  },
});
