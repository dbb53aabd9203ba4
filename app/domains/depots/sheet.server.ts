import { coordsAsLines } from "~/transit/geo/coordinate-lines";
import { roomSheet } from "~/kit/room/sheets/room-sheet.server";
import { depots } from "./room.server";

const columns = Object.keys(depots.room.fields);

export const depotSheet = roomSheet(depots, {
  templateCode: "parking",
  columns: [...columns.filter((name) => name !== "outline"), "outline"],
  looks: {
    parkingNum: { example: "CC001" },
    parkingName: { example: "城东停车场" },
    parkingType: { example: "停车场" },
    orgId: { example: "1001", remark: "机构编号" },
    state: { example: "正常经营" },
    lng: { remark: "WGS84，东经为正" },
    lat: { remark: "WGS84，北纬为正" },
    outline: {
      remark: "各顶点的“经度,纬度”，用分号或换行分开，最多 200 个",
      width: 40,
      read: (text) => text.replace(/[;；]/g, "\n"),
      write: (coords: number[]) => coordsAsLines(coords).replaceAll("\n", "; "),
    },
  },
  rules: ["没有经纬度而有场界的场站，位置取场界的中心。"],
});
