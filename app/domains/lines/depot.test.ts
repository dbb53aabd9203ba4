import { beforeAll, expect, it } from "vitest";
import "~/rooms";
import "~/sheets.server";
import { outside } from "~/kit/data/access/outside";
import { depotRoom } from "~/domains/depots/room";
import { db } from "~/kit/data/db/pool.server";
import { asRows, checkedImport, exported, faultsOf, judged } from "~/kit/room/sheets/drive.sample";
import { requireSheet } from "~/kit/room/sheets/sheet-registry";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import type { Visitor } from "../../../tests/kit/visit";
import { may } from "./policy";

const path = "/line/line-management";
const depots = "/parking/parking-management";
const depotRights = Object.values(depotRoom.may);
let person: Visitor;
let orgs: Record<string, string>;
let made = 0;

beforeAll(async () => {
  person = await visitorWith(...Object.values(may), ...depotRights);
  const found = await db()
    .selectFrom("organisation")
    .select(["orgId", "orgName"])
    .where("deletedAt", "is", null)
    .execute();
  orgs = Object.fromEntries(found.map(({ orgId, orgName }) => [orgName, orgId]));
});

const done = async <T>(call: string, body: object, by = person): Promise<T> => {
  const { code, message, data } = await by.call<T>(call, body);
  if (code !== 200) throw new Error(`${call}: ${message}`);
  return data;
};
const newDepot = async (orgName = "一车队") => {
  made += 1;
  const given = { parkingNum: `SM${made}`, parkingName: `首末站场${made}`, orgId: orgs[orgName] };
  return done<{ parkingUuid: string; parkingName: string; parkingNum: string }>("/api/base/parking/info/add", given);
};
const newLine = async (more: object = {}) => {
  made += 1;
  const given = { lineName: `首末${made}路`, lineType: 1, orgId: orgs["一车队"], ...more };
  return done<{ lineUuid: string; lineName: string; parkingName: string | null }>("/api/line/v1.0/add", given);
};
const lineNow = (lineUuid: string, by = person) =>
  done<{ parkingUuid: string | null; parkingName: string | null }>("/api/line/v1.0/detail", { lineUuid }, by);

it("is found by name in the form, shown on the line, in its list and history, and on the depot", async () => {
  const [depot, { lineUuid, lineName }] = [await newDepot(), await newLine()];
  const form = await person.get(`${path}/${lineUuid}/edit`);
  expect(form.$("[name=parkingUuid]").text()).toContain(depot.parkingName);
  const saved = await form.submit({ parkingUuid: depot.parkingUuid });
  const page = await saved.follow();
  expect(page.$(`main a[href="${depots}/${depot.parkingUuid}"]`).text()).toBe(depot.parkingName);
  const list = await person.get(`${path}?keyword=${encodeURIComponent(lineName)}&columns=lineName,parkingName`);
  expect(list.status).toBe(200);
  expect((await person.get(`${path}/${lineUuid}/history`)).text).toMatch(new RegExp(`首末场站.*${depot.parkingName}`));
  const there = await person.get(`${depots}/${depot.parkingUuid}`);
  expect(there.$(`main a[href="${path}/${lineUuid}"]`).text()).toBe(lineName);
  const cleared = await (await person.get(`${path}/${lineUuid}/edit`)).submit({ parkingUuid: "" });
  expect(cleared.status).toBe(303);
  expect((await lineNow(lineUuid)).parkingUuid).toBeNull();
});

it("is refused in words where it is no depot, deleted or beyond the viewer's organisations", async () => {
  const [gone, theirs] = [await newDepot(), await newDepot("三车队")];
  await done("/api/base/parking/info/delete", { parkingUuid: gone.parkingUuid });
  const { lineUuid } = await newLine();
  const own = await enter(await account({ permissions: Object.values(may), dataScope: "own", orgId: orgs["一车队"] }));
  const words = "首末场站不存在、已删除或不在您的机构范围内，请重新选择";
  for (const [by, parkingUuid] of [
    [person, gone.parkingUuid],
    [person, "0".repeat(32)],
    [own, theirs.parkingUuid],
  ] as const) {
    const call = await by.call("/api/line/v1.0/update", { lineUuid, parkingUuid });
    expect(call.errors).toEqual([{ path: "parkingUuid", message: words }]);
    const form = await (await by.get(`${path}/${lineUuid}/edit`)).submit({ parkingUuid });
    expect([form.status, form.errorAt("parkingUuid")]).toEqual([422, words]);
    const bulk = await (
      await by.get(`${path}/bulk?ids=${lineUuid}&verb=change`)
    ).submit({ change: "parkingUuid", parkingUuid });
    expect([bulk.status, bulk.text.includes(words)]).toEqual([422, true]);
  }
  expect((await person.call("/api/line/v1.0/update", { lineUuid, parkingUuid: "城东" })).errors).toMatchObject([
    { path: "parkingUuid" },
  ]);
  await done("/api/line/v1.0/update", { lineUuid, parkingUuid: theirs.parkingUuid });
  expect((await lineNow(lineUuid, own)).parkingName).toBe(outside);
  const page = await own.get(`${path}/${lineUuid}`);
  expect([page.text.includes(outside), page.text.includes(theirs.parkingName)]).toEqual([true, false]);
  const history = await own.get(`${path}/${lineUuid}/history`);
  expect([history.text.includes(outside), history.text.includes(theirs.parkingName)]).toEqual([true, false]);
  const form = await own.get(`${path}/${lineUuid}/edit`);
  expect(form.text).not.toContain(theirs.parkingName);
  expect((await form.submit({ remark: "只改备注" })).status).toBe(303);
  expect((await lineNow(lineUuid)).parkingUuid).toBe(theirs.parkingUuid);
});

it("keeps its depot from being deleted, and comes back from the bin without one that is gone", async () => {
  const depot = await newDepot();
  const { lineUuid, lineName } = await newLine({ parkingUuid: depot.parkingUuid });
  const asked = await person.get(`${depots}/${depot.parkingUuid}/delete`);
  expect(asked.text).toMatch(new RegExp(`首末场站的线路.*${lineName}`));
  expect((await person.call("/api/base/parking/info/delete", { parkingUuid: depot.parkingUuid })).message).toContain(
    lineName,
  );
  await done("/api/line/v1.0/delete", { lineUuid });
  await done("/api/base/parking/info/delete", { parkingUuid: depot.parkingUuid });
  const restored = await (await person.post(`${path}/recycle`, { key: lineUuid })).follow();
  expect(restored.text).toContain(`首末场站 ${depot.parkingName} 已被删除，没有恢复`);
  expect((await lineNow(lineUuid)).parkingUuid).toBeNull();
});

it("is changed of many at once, and exchanged in the sheet by the depot's number", async () => {
  const [depot, other] = [await newDepot(), await newDepot()];
  const lines = [await newLine(), await newLine()];
  const ids = lines.map(({ lineUuid }) => `ids=${lineUuid}`).join("&");
  const ask = await person.get(`${path}/bulk?${ids}&verb=change`);
  const bulk = await ask.submit({ change: "parkingUuid", parkingUuid: depot.parkingUuid });
  expect(bulk.status).toBe(303);
  const sheet = requireSheet("line");
  const cells = await exported(sheet, undefined, { keyword: lines[0]!.lineName });
  const at = cells[0]!.indexOf("首末场站");
  expect(cells.slice(1).map((row) => row[at])).toEqual([depot.parkingNum]);
  const changed = cells.map((row, place) =>
    row.map((cell, column) => (place > 0 && column === at ? other.parkingNum : cell)),
  );
  const driven = await checkedImport(sheet, asRows(changed));
  await driven.write();
  expect((await lineNow(lines[0]!.lineUuid)).parkingUuid).toBe(other.parkingUuid);
  const wrong = cells.map((row, place) => row.map((cell, column) => (place > 0 && column === at ? "没有的" : cell)));
  expect(faultsOf(await judged(sheet, asRows(wrong))).map(({ message }) => message)).toEqual([
    expect.stringContaining("没有编号或名称为“没有的”的首末场站，或不在您的机构范围内"),
  ]);
});
