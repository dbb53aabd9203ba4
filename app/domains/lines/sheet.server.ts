import { sql } from "kysely";
import { type ServedRoom, serve } from "~/kit/room/served.server";
import { roomSheet } from "~/kit/room/sheets/room-sheet.server";
import type { RecordSource } from "~/kit/room/source.server";
import { createLine, updateLine } from "./lines.server";
import { lineSearch } from "./list.server";
import { deleteLines } from "./removal.server";
import { lineRoom } from "./line-room";
import type { LineFilters } from "./schema";
import { lineTable } from "./table";

const columns = ["lineUuid", ...Object.keys(lineRoom.fields), "version"].map((name) => sql.ref(`line.${name}`));

const source: RecordSource<typeof lineRoom.row, LineFilters> = {
  ...lineSearch,
  row: undefined,
  room: lineRoom,
  select: sql.join(columns),
};

/** Lines by their own fields, as sheets and batches of calls write them. */
export const linesByFields = serve<typeof lineRoom.row>({
  room: lineRoom,
  table: lineTable as unknown as ServedRoom<typeof lineRoom.row>["table"],
  source: source as RecordSource<typeof lineRoom.row, never>,
  verbs: {
    create: createLine as never,
    update: updateLine as never,
    remove: deleteLines,
  },
});

export const lineSheet = roomSheet(linesByFields, {
  templateCode: "line",
  looks: {
    lineName: { example: "1路" },
    upFirst: { example: "05:30" },
    upLast: { example: "22:00" },
  },
  rules: ["线路按名称查找；改名请在线路页面上改", "站点、路径和版本不在这个模板里，请用站点导入或线路文件导入"],
});
