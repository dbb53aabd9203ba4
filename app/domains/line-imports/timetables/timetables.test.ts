import ExcelJS from "exceljs";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { visitorWith } from "../../../../tests/kit/accounts";
import { attach } from "../../../../tests/kit/attach";
import { countCells } from "../../../../tests/kit/count-cells";
import { startBuiltJobs } from "../../../../tests/kit/jobs";
import type { Answer, Visitor } from "../../../../tests/kit/visit";
import { may } from "../policy";

let person: Visitor;
beforeAll(async () => {
  person = await visitorWith(may.read, may.write, "attachment.write", "line.read", "line.write", "station.read");
  await startBuiltJobs();
});

async function uploaded(content: string | Uint8Array, name = "时刻.csv"): Promise<Answer> {
  const form = await person.get("/line/line-import");
  const files = { file: new File([content as BlobPart], name) };
  const sent = await form.submit({}, { form: "main form[enctype]", files });
  expect([sent.status, sent.errorAt("file")]).toEqual([303, ""]);
  return person.settled(sent.location!);
}

const confirmed = async (page: Answer) =>
  person.settled((await page.submit({}, { form: "main form:not([action])" })).location!);

/** What runs in the version in force of a line, a row a direction and kind of day. */
async function timetable(lineName: string): Promise<string[]> {
  const { rows } = await sql<{ said: string }>`
    select s.direction || ' ' || s.weekdays::text || ' ' || array_to_string(array(select d / 60 from unnest(s.departures) d), ',') as said
    from line join line_classify c on c.main_uuid = line_uuid and c.sort_type = 1 join line_version v using (classify_sid) join line_service s using (version_uuid)
    where line_name = ${lineName} and v.deleted_at is null and v.valid @> ${today()}::date order by 1`.execute(db());
  return rows.map(({ said }) => said);
}

it("writes departures into the version in force, keeps what the table does not say, changes nothing twice, and is taken back", async () => {
  const before = await timetable("1路");
  const workdays =
    "线路,方向,发车时间,运营日\n1路,上行,600,工作日\n1路,上行,6点半,工作日\n1路,上行,0:15,工作日\n没有路,上行,6:00,每天\n";
  const preview = await uploaded(workdays);
  expect(preview.text).toContain("发车时刻表");
  expect(preview.text).toContain("“没有路”：没有叫这个名称或编号的线路，没有导入");
  expect(countCells(preview)).toMatchObject({ "时刻表（方向）": [1, 0, 0] });
  const done = await confirmed(preview);
  expect(done.text).toContain("写入生效版本的时刻表");
  expect(await timetable("1路")).toEqual(["1 {1,2,3,4,5} 360,390,1455"]);
  expect(countCells(await uploaded(workdays))).toMatchObject({ "时刻表（方向）": [0, 0, 1] });

  const later = await confirmed(await uploaded("线路,方向,时刻\n1路,上行,6:10、6:40\n1路,下行,7:00\n"));
  expect(await timetable("1路")).toEqual(["1 {1,2,3,4,5,6,7} 370,400", "2 {1,2,3,4,5,6,7} 420"]);
  const undo = async (page: Answer) =>
    person.settled((await (await person.get(`${page.url}/undo`)).submit({}, { press: "撤销导入" })).location!);
  expect((await undo(later)).text).toContain("1 条线路恢复原来的时刻表");
  expect(await timetable("1路")).toEqual(["1 {1,2,3,4,5} 360,390,1455"]);
  // The first import's own version number is not the newest any more: what came after it was taken back, but is in between.
  const kept = await undo(done);
  expect(kept.text).toMatch(/线路“1路”\s*导入以后又被修改/);
  expect(before).toEqual([]);
});

it("reads times as a workbook keeps them, and by calls for days that are chosen", async () => {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet("时刻");
  sheet.addRow(["班次", "2路上行", "2路下行"]);
  for (const [nth, time] of [6.5, 7, 7.5].entries()) {
    const row = sheet.addRow([nth + 1, time / 24, (time + 0.25) / 24]);
    for (const at of [2, 3]) row.getCell(at).numFmt = "h:mm";
  }
  const content = new Uint8Array(await book.xlsx.writeBuffer());
  await confirmed(await uploaded(content, "时刻.xlsx"));
  expect(await timetable("2路")).toEqual(["1 {1,2,3,4,5,6,7} 390,420,450", "2 {1,2,3,4,5,6,7} 405,435,465"]);

  const fileUuid = await attach(person, "周末.csv", "甲,乙,丙\n2路,8:00,上行\n2路,8:30,上行\n");
  const call = async <Data>(verb: string, body: object) =>
    (await person.call<Data>(`/api/line-import/v1.0/${verb}`, body)).data;
  const { importUuid } = await call<{ importUuid: string }>("add", { fileUuids: [fileUuid] });
  const at = `/line/line-import/${importUuid}`;
  await person.settled(at);
  const columns = { line: 0, departure: 1, direction: 2 };
  await call("choose", { importUuid, crs: "WGS84", use: "timetables", holds: "departures", days: "weekends", columns });
  await person.settled(at);
  await call("confirm", { importUuid });
  await person.settled(at);
  const workdays = "1 {1,2,3,4,5} 390,420,450";
  expect(await timetable("2路")).toEqual([workdays, "1 {6,7} 480,510", "2 {1,2,3,4,5,6,7} 405,435,465"]);
  const { result } = await call<{ result: object }>("detail", { importUuid });
  expect(result).toMatchObject({ use: "timetables", lines: { changed: 1 } });
  expect(result).not.toHaveProperty("replaced");
});
