import { roomSheet } from "~/kit/room/sheets/room-sheet.server";
import { busModels } from "./room.server";

export const busModelSheet = roomSheet(busModels, {
  templateCode: "busModel",
  writtenTogether: true,
  looks: {
    modelNum: { example: "BJ6123" },
    modelName: { example: "12 米纯电动" },
    energyType: { example: "纯电动" },
    length: { example: 12000 },
    seats: { example: 28, remark: "不能多于核载人数" },
    approved: { example: 82 },
  },
  rules: ["车辆自己填写了的座位数、核载人数等不随型号改变。"],
});
