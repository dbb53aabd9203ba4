import { describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { demoIdCard } from "~/seed/demo-numbers";
import { fleetNames } from "~/seed/demo-fleet";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import { describePicture } from "../../../tests/kit/pictured";
import { describeRoom } from "../../../tests/kit/room";
import type { Visitor } from "../../../tests/kit/visit";
import { idCardFault } from "./id-card";
import { personRoom } from "./room";
import { orgNamed } from "../../../tests/kit/organisations";
import { postNamed } from "../../../tests/kit/post-named";
import { day } from "../../../tests/kit/days";

const { may } = personRoom;
const path = "/personnel/personnel-management";
const personNumbered = async (jobNumber: string) =>
  db().selectFrom("person").selectAll().where("jobNumber", "=", jobNumber).executeTakeFirstOrThrow();
const lineKeys = async () =>
  await db()
    .selectFrom("line")
    .select(["lineUuid", "lineName"])
    .where("deletedAt", "is", null)
    .orderBy("nameOrder")
    .limit(2)
    .execute();
const later = "2099-12-31";
let made = 0;

async function shown(by: Visitor, at: string): Promise<string> {
  const page = await by.get(at);
  expect([at, page.status]).toEqual([at, 200]);
  return page.html;
}

async function driver() {
  made += 1;
  return {
    jobNumber: `T${String(made).padStart(4, "0")}`,
    name: `试驾员${made}`,
    orgId: await orgNamed("一车队"),
    postUuid: await postNamed(fleetNames.posts.driver),
    personState: "0",
    isValid: "on",
    idCard: demoIdCard("19900504", 100 + made),
    birthday: "1990-05-04",
    sex: String(made % 2 === 1 ? 1 : 2),
    phone: `199111${String(made).padStart(5, "0")}`,
    icCard: `TIC${made}`,
    entryDate: "2020-03-01",
    leaveDate: "2026-03-01",
    licenseNo: `TJZ${made}`,
    licenseClass: "A1",
    licenseExpire: later,
    qualificationNo: `TCY${made}`,
    qualificationExpire: later,
    remark: "两行\r\n备注",
  };
}

describePicture({
  path,
  may,
  field: "photo",
  valid: driver,
  invalid: { field: "jobNumber", value: "" },
  text: "remark",
});

describeRoom({
  path,
  may,
  valid: driver,
  invalid: [
    { field: "jobNumber", value: "", message: "请输入工号" },
    { field: "jobNumber", value: "1".repeat(33), message: "最多 32 个字" },
    { field: "name", value: "", message: "请输入姓名" },
    { field: "name", value: "名".repeat(33), message: "最多 32 个字" },
    { field: "orgId", value: "", message: "请选择所属机构" },
    { field: "postUuid", value: "", message: "请选择岗位" },
    { field: "idCard", value: "11010119900504001", message: "应为 18 位" },
    { field: "idCard", value: "999999199002300016", message: "出生日期不存在" },
    {
      field: "idCard",
      value: `${demoIdCard("19900504", 7).slice(0, 17)}${demoIdCard("19900504", 7)[17] === "1" ? "2" : "1"}`,
      message: "校验位不对",
    },
    { field: "phone", value: "12345678901", message: "11 位手机号" },
    { field: "licenseNo", value: "", message: "驾驶员岗位请填写驾驶证号" },
    { field: "licenseClass", value: "", message: "驾驶员岗位请选择准驾车型" },
    { field: "licenseClass", value: "C1", message: "应为 A1 或 A3" },
    { field: "licenseExpire", value: "", message: "驾驶员岗位请填写驾驶证有效期" },
    { field: "licenseNo", value: "1".repeat(33), message: "最多 32 个字" },
    { field: "qualificationNo", value: "1".repeat(33), message: "最多 32 个字" },
    { field: "icCard", value: "1".repeat(33), message: "最多 32 个字" },
    { field: "leaveDate", value: "2020-02-29", message: "不能早于入职日期" },
    { field: "remark", value: "注".repeat(129), message: "最多 128 个字" },
  ],
  showsAs: "name",
  unique: { field: "jobNumber", message: "工号已被使用" },
  texts: ["remark", "qualificationNo"],
  bulk: { field: "personState", value: "10" },
  table: { name: "person", key: "personUuid" },
  used: async () => {
    const used = await db()
      .selectFrom("bus")
      .innerJoin("person", "person.personUuid", "bus.fixedDriver")
      .select(["person.personUuid", "bus.busSelfCode"])
      .where("bus.deletedAt", "is", null)
      .executeTakeFirstOrThrow();
    return { key: used.personUuid, by: used.busSelfCode };
  },
  api: { missing: "/api/person/v1.0/update", key: "personUuid" },
});

describe("an ID card number", () => {
  it.each([
    ["99999919700101001X", undefined],
    [demoIdCard("20000229", 12), undefined],
    ["999999190002290015", "出生日期不存在"],
    ["99999929700101001X", "出生日期不存在"],
    ["99999919700101001x", "应为 18 位"],
  ])("%s: %s", (id, fault) => {
    const checked = /^99999919700101001X$/.test(id) ? demoIdCard("19700101", 1) : id;
    if (fault) expect(idCardFault(checked, "2026-11-21")).toContain(fault);
    else expect(idCardFault(checked, "2026-11-21")).toBeUndefined();
  });
});

describe("a person's ID card", () => {
  const codes = [may.read, may.write, may.remove];

  it("says the birthday and the sex", async () => {
    const person = await visitorWith(...codes, may.idCard);
    const typed = { ...(await driver()), idCard: demoIdCard("19851130", 222), birthday: "1999-01-01", sex: "1" };
    const saved = await (await person.get(`${path}/new`)).submit(typed);
    const form = await person.get(`${saved.location}/edit`);
    expect([form.field("birthday"), form.field("sex"), form.field("idCard")]).toEqual([
      "1985-11-30",
      "2",
      typed.idCard,
    ]);
    const again = await (await person.get(`${path}/new`)).submit({ ...(await driver()), idCard: typed.idCard });
    expect([again.status, again.errorAt("idCard")]).toEqual([422, "身份证号已登记在另一名人员"]);
  });

  it("is masked everywhere for who may not see it, and their form neither shows nor loses it", async () => {
    const whole = await visitorWith(...codes, may.idCard);
    const other = await visitorWith(...codes);
    const typed = await driver();
    const saved = await (await other.get(`${path}/new`)).submit(typed);
    const at = saved.location!;
    const key = /[0-9a-f]{32}/.exec(at)![0];
    const masked = `${typed.idCard.slice(0, 3)}***********${typed.idCard.slice(-4)}`;
    expect((await whole.get(at)).text).toContain(typed.idCard);
    expect((await other.get(at)).text).toContain(masked);
    const edit = await other.get(`${at}/edit`);
    expect(edit.field("idCard")).toBeUndefined();
    const stale = await other.get(`${at}/edit`);
    expect((await edit.submit({ remark: "改了备注" })).status).toBe(303);
    expect((await whole.get(`${at}/edit`)).field("idCard")).toBe(typed.idCard);
    const conflict = await stale.submit({ remark: "又改备注" });
    expect(conflict.status).toBe(409);
    const merged = await conflict.submit({ "__take.remark": "mine" });
    expect(merged.status, merged.text).toBe(303);
    const calls = [
      await other.call("/api/person/v1.0/pageList", { pageNum: 1, pageSize: 10, jobNumber: typed.jobNumber }),
      await other.call("/api/person/v1.0/list", { jobNumber: typed.jobNumber }),
      await other.call("/api/person/v1.0/selectHisRecord", { personUuid: key }),
      await other.call("/api/person/v1.0/update", { personUuid: key, remark: "接口改", version: 1 }),
      await other.call("/api/person/v1.0/update", { personUuid: key, idCard: demoIdCard("19900504", 999) }),
    ];
    await other.get(path);
    await other.post("/list-columns", [
      ["list", path],
      ["columns", "idCard"],
    ]);
    const pages = [
      at,
      `${at}/edit`,
      `${at}/delete`,
      `${at}/history`,
      `${path}?keyword=${typed.jobNumber}`,
      `${path}/bulk?verb=change&ids=${key}`,
      `/search?q=${typed.jobNumber}`,
    ];
    expect((await other.get(`/search?q=${typed.idCard}`)).text).not.toContain(typed.name);
    expect(await shown(other, `/search?q=${typed.jobNumber}`)).toContain(typed.name);
    const texts = [
      ...calls.map((call) => JSON.stringify(call)),
      conflict.html,
      ...(await Promise.all(pages.map((page) => shown(other, page)))),
    ];
    const file = await (await other.send(`${path}/export?keyword=${typed.jobNumber}`)).text();
    expect(file).toContain(typed.jobNumber);
    for (const text of [...texts, file]) expect(text.includes(typed.idCard), text.slice(0, 300)).toBe(false);
    expect(calls[0]).toMatchObject({ data: { list: [{ idCard: masked }] } });
    expect(calls[4]).toMatchObject({ success: false, errors: [{ path: "idCard" }] });
    expect((await whole.get(`${at}/edit`)).field("idCard")).toBe(typed.idCard);
    expect((await whole.get(`${at}/history`)).text).toContain(typed.idCard);
  });
});

describe("a person's lines", () => {
  const person = () => visitorWith(may.read, may.assign, may.idCard);

  it("are kept as rows without JavaScript, checked for overlaps by row, and stand in the history", async () => {
    const by = await person();
    const { personUuid } = await personNumbered("GJ0038");
    const at = `${path}/${personUuid}/lines`;
    const [one, two] = await lineKeys();
    let form = await by.get(at);
    for (let row = 0; row < 2; row++) form = await form.submit({}, { press: "增加一行" });
    expect(form.$("tbody tr").length).toBe(2);
    const rows = {
      "lines[0].lineUuid": one!.lineUuid,
      "lines[0].beginDate": "2026-01-01",
      "lines[0].isMain": "on",
      "lines[1].lineUuid": two!.lineUuid,
      "lines[1].beginDate": "2026-06-01",
      "lines[1].isMain": "on",
    };
    const refused = await form.submit(rows, { press: "保存" });
    expect([refused.status, refused.errorAt("lines[1].isMain")]).toEqual([422, "与第 1 行都是主线路，日期重叠"]);
    const saved = await refused.submit({ "lines[0].endDate": "2026-05-31", reason: "换线" }, { press: "保存" });
    expect(saved.status, saved.text).toBe(303);
    const shown = await saved.follow();
    expect(shown.text).toContain(`${one!.lineName} 主线路 2026-01-01 至 2026-05-31`);
    const keys = async () =>
      (await db().selectFrom("personLine").select("personLineUuid").where("personUuid", "=", personUuid).execute()).map(
        (row) => row.personLineUuid,
      );
    const before = await keys();
    const again = await by.get(at);
    const less = await again.submit({}, { press: "删除第 1 行" });
    expect(less.$("tbody tr").length).toBe(1);
    expect((await less.submit({}, { press: "保存" })).status).toBe(303);
    const [left] = await keys();
    expect([before.length, before.includes(left!)]).toEqual([2, true]);
    const history = await by.get(`${path}/${personUuid}/history`);
    for (const word of [
      "授权线路",
      `${one!.lineName}（主） 2026-01-01 至 2026-05-31`,
      `${two!.lineName}（主） 2026-06-01 至 长期`,
      "换线",
    ])
      expect(history.text).toContain(word);
  });

  it("are only those of the viewer's organisations, beside what is there already", async () => {
    const { personUuid, orgId } = await personNumbered("GJ0034");
    const elsewhere = await db()
      .selectFrom("line")
      .select("lineUuid")
      .where("orgId", "!=", orgId)
      .where("deletedAt", "is", null)
      .executeTakeFirstOrThrow();
    const by = await enter(
      await account({ permissions: [may.read, may.assign], dataScope: "chosen", orgIds: [orgId] }),
    );
    const sent = { personUuid, lineUuid: elsewhere.lineUuid, beginDate: "2026-01-01" };
    expect(await by.call("/api/bus/v1.0/personLineAdd", sent)).toMatchObject({ success: false, reason: "field" });
    expect(await (await person()).call("/api/bus/v1.0/personLineAdd", sent)).toMatchObject({
      success: true,
      data: [{ lineUuid: elsewhere.lineUuid, isMain: false }],
    });
    const form = await by.get(`${path}/${personUuid}/lines`);
    expect((await form.submit({ "lines[0].endDate": day(30) }, { press: "保存" })).status).toBe(303);
    expect(
      await by.call("/api/bus/v1.0/personLineAdd", {
        personUuid,
        lines: [
          { ...sent, personUuid: undefined, isMain: true },
          { ...sent, personUuid: undefined },
        ],
      }),
    ).toMatchObject({ success: false, errors: [{ path: expect.stringContaining("lines") }] });
  });
});

describe("a person's buses", () => {
  it("are found and ticked on plain forms, without losing those of other organisations", async () => {
    const { personUuid } = await personNumbered("GJ0035");
    const all = await visitorWith(may.read, may.assign);
    const at = `${path}/${personUuid}/presets`;
    const found = await (
      await all.get(at)
    ).submit({ keyword: fleetNames.buses.plate }, { form: "main form[role=search]" });
    const key = found.$("input[name=presets]").first().attr("value")!;
    const saved = await found.submit({ presets: key }, { press: "保存" });
    expect((await saved.follow()).text).toContain(fleetNames.buses.plate);
    const elsewhere = await enter(
      await account({
        permissions: [may.read, may.assign],
        dataScope: "chosen",
        orgIds: [(await personNumbered("GJ0035")).orgId],
      }),
    );
    await (await elsewhere.get(at)).submit({}, { press: "保存" });
    expect((await all.get(`${path}/${personUuid}`)).text).toContain(fleetNames.buses.plate);
    expect((await all.get(`${path}/${personUuid}/history`)).text).toContain("预设车辆");
    const none = await (await all.get(at)).submit({ presets: null }, { press: "保存" });
    expect((await none.follow()).text).toContain("还没有预设车辆");
  });
});

it("is seen only by who may see the organisation, and the list filters licences that run out", async () => {
  const own = await orgNamed("一车队");
  const by = await enter(await account({ permissions: [may.read, may.write], dataScope: "chosen", orgIds: [own] }));
  const list = await by.get(`${path}?size=200`);
  expect(list.$("tbody tr").length).toBeGreaterThan(5);
  const stranger = await db()
    .selectFrom("person")
    .select("personUuid")
    .where("orgId", "!=", own)
    .executeTakeFirstOrThrow();
  for (const at of ["", "/edit", "/history"])
    expect((await by.get(`${path}/${stranger.personUuid}${at}`)).status).toBe(404);
  const moved = await (await by.get(`${path}/new`)).submit({ ...(await driver()), orgId: own });
  expect(moved.status).toBe(303);
  const all = await visitorWith(may.read);
  const due = await all.get(`${path}?licenseDue=due`);
  expect(due.$("tbody tr").length).toBe(1);
  expect(due.text).toMatch(/剩 \d+ 天/);
  expect(due.text).toContain("GJ0005");
});

it("with a user is not deleted", async () => {
  const by = await visitorWith(may.read, may.write, may.remove);
  const saved = await (await by.get(`${path}/new`)).submit(await driver());
  const key = /[0-9a-f]{32}/.exec(saved.location!)![0];
  const { userId, userAccount } = await account();
  await db().updateTable("appUser").set({ personUuid: key }).where("userId", "=", userId).execute();
  expect((await by.get(`${path}/${key}/delete`)).text).toContain(userAccount);
  expect((await by.post(`${path}/${key}/delete`, {})).status).toBe(409);
});
