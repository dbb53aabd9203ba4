import { expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { demoNames } from "~/seed/demo-city";
import { account, enter, visitorWith } from "../kit/accounts";
import type { Answer } from "../kit/visit";

const groups = (page: Answer) =>
  page
    .$("main h2")
    .map((_, title) => page.$(title).text())
    .get();
const find = (term: string) => `/search?${new URLSearchParams({ q: term })}`;
const line = () =>
  db()
    .selectFrom("line")
    .selectAll()
    .where("deletedAt", "is", null)
    .where("lineId", "is not", null)
    .orderBy("nameOrder")
    .limit(1)
    .executeTakeFirstOrThrow();

it("finds a record by name, pinyin and initials, and leads to it and to its list", async () => {
  const { lineName, lineUuid, pinyin, initials } = await line();
  const person = await visitorWith("line.read");
  const form = await person.get("/homepage");
  for (const term of [lineName, pinyin, initials]) {
    const page = await form.submit({ q: term }, { form: "form[action='/search']" });
    expect([page.status, page.$(`main a[href="/line/line-management/${lineUuid}"]`).text()]).toEqual([200, lineName]);
  }
  const many = await person.get(find("路"));
  expect(many.$("main li").length).toBe(5);
  const all = await person.get(many.$("main a:contains(查看全部)").attr("href")!);
  expect([all.status, all.field("keyword")]).toEqual([200, "路"]);
});

it("shows the record whose own code is searched before all others", async () => {
  const { lineId, lineName } = await line();
  const page = await (await visitorWith("line.read")).get(find(` ${lineId!.toLowerCase()} `));
  expect(groups(page)[0]).toBe("编号一致");
  expect(page.$("main li a").first().text()).toBe(lineName);
});

it("shows nothing of rooms that the person may not read, nor of other organisations", async () => {
  const { lineName } = await line();
  const stranger = await (await visitorWith()).get(find(lineName));
  expect([stranger.status, stranger.$("main li").length, stranger.text.includes("请联系管理员授权")]).toEqual([
    200,
    0,
    true,
  ]);
  const { orgId } = await db()
    .insertInto("organisation")
    .values({ orgId: "e".repeat(32), orgName: "别的公司", orgCode: "BDGS" })
    .returning("orgId")
    .executeTakeFirstOrThrow();
  const outsider = await enter(await account({ permissions: ["line.read"], dataScope: "own", orgId }));
  const page = await outsider.get(find(lineName));
  expect(page.$("main li").length).toBe(0);
  expect(page.text).toContain(`没有找到“${lineName}”`);
});

it("says what can be searched while nothing is, and keeps the term in the box", async () => {
  const person = await visitorWith("line.read");
  expect((await person.get("/search")).text).toContain("可以搜索线路");
  expect((await person.get(find("没有的东西"))).$("[name=q]").val()).toBe("没有的东西");
});

it("tells twin stations apart by their numbers, each found by its own", async () => {
  const { staName, codes } = demoNames.plaza;
  const person = await visitorWith("line.read", "station.read");
  const both = await person.get(find(staName));
  expect(groups(both)).toContain("站点");
  for (const code of codes) {
    expect(both.text).toContain(code);
    const page = await person.get(find(code));
    expect([groups(page)[0], page.$("main li").first().text().includes(code)]).toEqual(["编号一致", true]);
  }
});

it.each(["\u200b", "%", "_%", "'", "\\", "^", "a".repeat(200), "路".repeat(200), "😀"])(
  "answers %j like any other term",
  async (term) => {
    const page = await (await visitorWith("line.read", "station.read")).get(find(term));
    expect([page.status, page.text.includes("没有找到")]).toEqual([200, true]);
  },
);

it("refuses what no text can hold, on pages and calls alike", async () => {
  const person = await visitorWith("station.read");
  for (const at of [
    find("a\u0000b"),
    "/station/station-management?keyword=a%00b",
    "/station/station-management?keyword=%00",
  ]) {
    const page = await person.get(at);
    expect([at, page.status, page.text.includes("控制字符")]).toEqual([at, 422, true]);
  }
  expect(await person.call("/api/sta/v1.0/list", { keyword: "a\u0000b" })).toMatchObject({
    status: 200,
    code: 400,
    reason: "field",
    message: expect.stringContaining("控制字符"),
  });
});

it("looks through every room at once for who may read all of them", async () => {
  const all = await enter(await account({ isSuper: true }));
  for (const term of ["1001", "GJ0001", "人民", "rmgc", "管理", "x"]) {
    const page = await all.get(find(term));
    expect([term, page.status]).toEqual([term, 200]);
  }
});
