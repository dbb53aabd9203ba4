import { tables } from "~/domains/record-tables/schema";
import { sql } from "kysely";
import { roomSheet } from "~/kit/room/sheets/room-sheet.server";
import type { CellError, Fit } from "~/kit/room/sheets/sheet";
import { scrapped } from "./choices";
import { findContradictions } from "./fitting.server";
import { buses } from "./room.server";
import type { BusValues } from "./room";

/** What create and update ask of a bus beyond its fields, of many at once: drivers and lines are those that may work. */
const fitBuses: Fit = async (viewer, records, on) => {
  const fresh = (name: "fixedDriver" | "lineUuid") =>
    records.flatMap(({ after, before }) =>
      after[name] && after[name] !== before?.[name] ? [String(after[name])] : [],
    );
  const [drivers, lines] = await Promise.all([
    sql<{ key: string; message: string }>`
      select person_uuid as key, case when post.post_type <> 1 then person.name || '不是驾驶员岗位' else person.name || '已离职' end as message
      from person join post using (post_uuid) where person_uuid = any(${fresh("fixedDriver")}) and (post.post_type <> 1 or person.person_state = 100)`.execute(
      on,
    ),
    sql<{ key: string; message: string }>`
      select line_uuid as key, line_name || '已关闭，不能再安排车辆' as message from line where line_uuid = any(${fresh("lineUuid")}) and state = 100`.execute(
      on,
    ),
  ]);
  const faults = new Map([...drivers.rows, ...lines.rows].map(({ key, message }) => [key, message]));
  return records.map(({ after, before }) => {
    const bus = after as unknown as BusValues;
    const errors: CellError[] = findContradictions(bus, before as Partial<BusValues>, viewer.reason).map(
      ({ path, message }) => ({ name: path, message }),
    );
    for (const name of ["fixedDriver", "lineUuid"] as const) {
      const message = bus[name] !== before?.[name] ? faults.get(bus[name] ?? "") : undefined;
      if (message) errors.push({ name, message });
    }
    return errors;
  });
};

export const busSheet = roomSheet(buses, {
  templateCode: "bus",
  columns: Object.keys(buses.room.fields),
  looks: {
    busSelfCode: { example: "1001" },
    plateNum: { example: "京A12345" },
    modelUuid: { remark: "车辆型号" },
    lineUuid: { remark: "线路名称；留空为暂无线路" },
    parkingUuid: { reference: { code: "parkingNum" } },
    fixedDriver: {
      reference: tables.person,
      remark: "驾驶员的工号",
    },
  },
  rules: ["总里程不能小于原来的；确需更正时，导入时请填写修改原因", "报废的车辆自动退出所有线路"],
  writtenTogether: { fit: fitBuses, alone: ({ kind, fields }) => kind === "changed" && fields.busState === scrapped },
});
