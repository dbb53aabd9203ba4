import { beforeAll, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { visitorWith } from "../../../tests/kit/accounts";
import type { Answer, Visitor } from "../../../tests/kit/visit";
import { may } from "./policy";

const path = "/line/line-management";
let person: Visitor;
let stops: { staUuid: string; staSelfCode: string }[];
let made = 0;

beforeAll(async () => {
  person = await visitorWith(...Object.values(may), "line-import.read", "line-import.write", "station.read");
  stops = await db()
    .selectFrom("station")
    .select(["staUuid", "staSelfCode"])
    .where("deletedAt", "is", null)
    .orderBy("lng")
    .limit(3)
    .execute();
});

async function newLine(): Promise<string> {
  made += 1;
  const form = await person.get(`${path}/new`);
  const orgId = form.$("select[name=orgId] option[value!='']").first().attr("value")!;
  return (await form.submit({ lineName: `考核${made}路`, lineType: "1", orgId })).location!;
}

async function withStations(line: string): Promise<Answer> {
  const found = await (
    await person.get(`${line}/stations?direction=1`)
  ).submit({ find: stops.map(({ staSelfCode }) => staSelfCode).join("\n") }, { press: "查找" });
  return found.submit({}, { press: "加入勾选的站点" });
}

const typed = {
  "rows[1].dwell": "25",
  "rows[1].duration": "310",
  "rows[1].limitSpeed": "40",
  "rows[1].fareStage": "2",
  "rows[1].isKey": "on",
  "rows[1].isTimed": "on",
  "rows[1].alias": "人民广场东",
  "rows[1].aliasEn": "People's Square East",
};

it("sets what a bus does at a station and how it is announced, shows it on the line's page and takes it away again", async () => {
  const line = await newLine();
  const editor = await withStations(line);
  for (const label of ["停站", "行驶时间", "限速", "票价段", "大站", "考核点", "报站名", "英文报站名"])
    expect(editor.$(`[aria-label^="第 2 站"][aria-label$=" 的${label}"]:not([type=hidden])`), label).toHaveLength(1);
  const saved = await (await editor.submit(typed, { press: "保存到草稿" })).follow();
  const row = saved.$('tr[data-station-serial="2"]').text();
  for (const shown of ["大站", "考核点", "25", "310", "40", "人民广场东", "People's Square East"])
    expect(row).toContain(shown);
  const again = await person.get(`${line}/stations?direction=1`);
  for (const [name, value] of Object.entries(typed)) expect([name, again.field(name)]).toEqual([name, value]);
  const less = await again.submit(
    { "rows[1].isKey": null, "rows[1].alias": "", "rows[1].dwell": "" },
    { press: "保存到草稿" },
  );
  const page = await less.follow();
  expect(page.$('tr[data-station-serial="2"]').text()).not.toMatch(/大站|人民广场东/);
  expect(page.$('tr[data-station-serial="2"]').text()).toContain("考核点");
});

it("names what is wrong with them at the row, and shows the columns where it is", async () => {
  const editor = await withStations(await newLine());
  const refused = await editor.submit(
    { "rows[1].dwell": "很久", "rows[2].limitSpeed": "200", "rows[0].alias": "站".repeat(65), view: "place" },
    { press: "保存到草稿" },
  );
  expect(refused.status).toBe(422);
  expect(refused.$("#row-2-problems").text()).toContain("停站时间应为 0 到 600 秒");
  expect(refused.$("#row-3-problems").text()).toContain("限速应为 5 到 120");
  expect(refused.$("#row-1-problems").text()).toContain("报站名最多 64 个字");
  expect(refused.field("rows[1].dwell")).toBe("很久");
  expect(refused.field("view")).toBe("service");
});

it("goes into a sheet and back out of it into another line", async () => {
  const line = await newLine();
  await (await withStations(line)).submit(typed, { press: "保存到草稿" });
  const shown = await person.get(line);
  const sheet = await (await person.send(shown.$("a:contains(导出站点)").attr("href")!)).text();
  expect(sheet.split("\r\n")[2]).toContain("25,");
  expect(sheet).toContain("人民广场东,People's Square East");
  const other = await newLine();
  const asked = await person.get(`${other}/stations?direction=1`);
  const form = await person.get(asked.$("a:contains(从表格导入)").attr("href")!);
  const page = await (
    await form.submit({ pasted: sheet.replace(/^\ufeff/, ""), direction: "file", crs: "WGS84" })
  ).follow();
  expect(page.text).toContain("编号相同 3");
  await (await page.submit({}, { press: "确认导入" })).follow();
  const taken = await person.get(`${other}/stations?direction=1`);
  for (const [name, value] of Object.entries(typed)) expect([name, taken.field(name)]).toEqual([name, value]);
});

it("tells how far round a direction goes and how far its stops lie apart, on the line's page and in its list", async () => {
  const { lineUuid } = await db()
    .selectFrom("line")
    .select("lineUuid")
    .where("lineName", "=", "1路")
    .executeTakeFirstOrThrow();
  expect((await person.get(`${path}/${lineUuid}`)).text).toMatch(/非直线系数 1\.\d\d，平均站距 0\.\d{3} 公里/);
  const { data } = await person.call<{ directions: { nonLinear: number; spacing: number }[] }>(
    "/api/line/v1.0/detail",
    {
      lineUuid,
    },
  );
  expect(data.directions.map(({ nonLinear, spacing }) => [nonLinear > 1, spacing > 0.5])).toEqual([
    [true, true],
    [true, true],
  ]);
});
