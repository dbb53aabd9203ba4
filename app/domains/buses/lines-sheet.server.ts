import { tables } from "~/domains/record-tables/schema";
import type { Transaction } from "kysely";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { field, optional } from "~/kit/room/fields";
import { findPeriodFaults, type Period, sortPeriods } from "~/kit/room/periods";
import { partSheet } from "~/kit/room/sheets/part-sheet.server";
import { saveLines } from "./lines.server";
import { authorisedLines } from "./parts.server";
import { busRoom } from "./room";
import { buses } from "./room.server";

/** The lines on which buses may run: a row for each bus, line and first day. */
export const busLineSheet = partSheet(buses, {
  templateCode: "lineBus",
  title: "车辆授权线路",
  noun: "授权线路",
  write: busRoom.may.assign,
  fields: {
    lineUuid: field.record("线路", tables.line),
    isMain: field.check("主线路"),
    beginDate: field.date("开始日期"),
    endDate: optional(field.date("结束日期")),
  },
  looks: {
    lineUuid: { remark: "线路名称", example: "1路" },
    beginDate: { example: new Date("2026-01-01T00:00:00Z") },
    endDate: { remark: "最后一天；留空为长期" },
  },
  rules: ["同一车辆的主线路日期不能重叠，同一线路的日期不能重叠"],
  named: ["lineUuid", "beginDate"],
  read: (_viewer, keys, on) => authorisedLines.readMany(on as Transaction<DB>, keys) as Promise<Map<string, never[]>>,
  async save(viewer, busUuid, items) {
    const lines = items as unknown as Period[];
    const [fault] = findPeriodFaults(lines);
    if (fault) throw problem.field(fault.field, fault.message.replace(/第 \d+ 行/, "这辆车的另一条授权线路"));
    await saveLines(viewer, busUuid, sortPeriods(lines));
  },
});
