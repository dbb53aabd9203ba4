import { expect, it, vi } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { recordVerbs, verbs } from "~/search/verbs.server";
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
  const lines = many.$("main h2:contains(线路)").closest("section").find("li");
  expect(lines.length).toBe(5);
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
  expect((await person.get("/search")).text).toContain("可以搜索页面和功能、线路");
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

it("finds pages and what can be done by words, pinyin and initials, as far as the person may", async () => {
  const person = await visitorWith("line.read", "bus.read", "bus.write");
  const places = async (term: string) => {
    const page = await person.get(find(term));
    return page
      .$("main h2:contains(页面和功能)")
      .closest("section")
      .find("a")
      .map((_, link) => `${page.$(link).text()} ${page.$(link).attr("href")}`)
      .get();
  };
  for (const term of ["新增车辆", "xzcl", "xinzengcheliang"])
    expect(await places(term)).toContain("新增车辆 /bus/bus-management/new");
  expect(await places("新增线路")).toEqual([]);
  expect((await places("车辆管理"))[0]).toBe("车辆管理 /bus/bus-management");
  expect((await places("密码"))[0]).toBe("修改密码 /modify-password");
});

it("leads to what is to be done with a record, in either order of the words", async () => {
  const { lineName, lineUuid } = await line();
  const person = await visitorWith("line.read", "line.write");
  for (const term of [`站点 ${lineName}`, `${lineName} 站点`]) {
    const page = await person.get(find(term));
    expect(groups(page)[0]).toBe("可以做");
    const links = page.$("main h2:contains(可以做)").closest("section").find("a");
    expect(links.map((_, link) => page.$(link).attr("href")).get()).toContain(
      `/line/line-management/${lineUuid}/stations`,
    );
  }
  const reader = await (await visitorWith("line.read")).get(find(`匹配路径 ${lineName}`));
  expect(groups(reader)).not.toContain("可以做");
});

it("every verb that may be found leads to a page", async () => {
  const person = await enter(await account({ isSuper: true }));
  expect(verbs.length).toBeGreaterThan(25);
  for (const { words, href } of verbs) expect([words, (await person.get(href)).status]).toEqual([words, 200]);
  const kinds = new Map(recordVerbs.map((verb) => [verb.url + verb.page, verb]));
  for (const { url, page, words } of kinds.values()) {
    const list = await person.get(url);
    const record = list.$(`main tbody a[href^="${url}/"]`).first().attr("href")?.split("?")[0];
    if (!record || !/^[0-9a-f]{32}$/.test(record.slice(url.length + 1))) continue;
    expect([words, url, (await person.get(record + page)).status]).toEqual([words, url, 200]);
  }
});

it("answers the palette with the same, and without a term with what the person looked at last", async () => {
  const { lineName, lineUuid } = await line();
  const person = await visitorWith("line.read");
  const ask = async (term: string) =>
    JSON.parse((await person.get(`/search/palette?${new URLSearchParams({ q: term })}`)).text) as {
      groups: { title: string; offers: { name: string; href: string }[] }[];
    };
  expect((await ask("")).groups).toEqual([]);
  const href = `/line/line-management/${lineUuid}`;
  await person.get(href);
  await vi.waitFor(async () => {
    const [recent] = (await ask("")).groups;
    expect([recent?.title, recent?.offers[0]?.href]).toEqual(["最近看过", href]);
  });
  const found = (await ask(lineName)).groups.flatMap(({ offers }) => offers.map((one) => one.href));
  expect(found).toContain(href);
});
