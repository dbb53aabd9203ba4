import { beforeEach, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { account, enter } from "../../tests/kit/accounts";
import type { Visitor } from "../../tests/kit/visit";

const list = "/station/station-management";
let person: Visitor;
let userId: string;

beforeEach(async () => {
  const who = await account({ permissions: ["station.read"] });
  userId = who.userId;
  person = await enter(who);
});

const save = (name: string, more: Record<string, string> = {}) =>
  person.post("/saved-filters", { verb: "save", list, back: list, query: "state=10", name, ...more });
const kept = async () =>
  await db()
    .selectFrom("savedFilter")
    .select(["name", "filterId"])
    .where("userId", "=", userId)
    .orderBy("name")
    .execute();

it("keeps at most twenty filters a list and says so", async () => {
  for (let made = 1; made <= 20; made++) await save(`筛选${made}`);
  expect((await (await save("第二十一个")).follow()).text).toContain("每个列表最多保存 20 个筛选，请先删除不用的");
  expect(await kept()).toHaveLength(20);
  await save("另一个列表的", { list: "/line/line-management" });
  expect(await kept()).toHaveLength(21);
});

it("keeps at most twenty, also of many saved at once", async () => {
  await Promise.all(Array.from({ length: 40 }, (_, nth) => save(`同时${nth}`)));
  expect(await kept()).toHaveLength(20);
});

it.each([
  ["", "请输入筛选名称"],
  ["名".repeat(33), "最多 32 个字"],
  ["a\u0000b", "控制字符"],
])("refuses the name %j", async (name, message) => {
  expect((await (await save(name)).follow()).text).toContain(message);
  expect(await kept()).toHaveLength(0);
});

it("refuses a query too long to be kept", async () => {
  expect((await (await save("长", { query: `keyword=${"长".repeat(2000)}` })).follow()).text).toContain("条件太长");
});

it("does not delete another person's filter", async () => {
  await save("我的");
  const [mine] = await kept();
  const other = await enter(await account({ permissions: ["station.read"] }));
  await other.post("/saved-filters", { verb: "delete", list, back: list, filterId: mine!.filterId });
  expect(await kept()).toHaveLength(1);
});

it("comes back only to our own pages and takes no list that is no path", async () => {
  expect((await save("一", { back: "https://elsewhere.example/" })).location).toBe(list);
  expect((await save("二", { back: "//elsewhere.example" })).location).toBe(list);
  expect((await save("三", { list: "javascript:alert(1)" })).location).toBe("/");
  expect((await person.post("/list-columns", { verb: "choose", list: "../etc", columns: "road" })).location).toBe("/");
});

it("ignores columns that the list does not have", async () => {
  await person.post("/list-columns", [
    ["verb", "choose"],
    ["list", list],
    ["back", list],
    ["columns", "road"],
    ["columns", "passwords"],
  ]);
  const page = await person.get(list);
  expect(
    page
      .$("thead th")
      .map((_, one) =>
        page
          .$(one)
          .text()
          .replace(/[＋\d]/g, ""),
      )
      .get(),
  ).toEqual(["站点编号", "站点名称", "所在道路"]);
});

it("keeps the columns chosen ticked where they are chosen, and names those that a narrow list leaves out", async () => {
  const boxes = async () =>
    (await person.get(list))
      .$('input[name="columns"][checked]')
      .get()
      .map(({ attribs }) => attribs.value);
  const left = async () => (await person.get(list)).$("p:contains(窗口较窄)").text();
  expect(await left()).toContain("未显示");
  await person.post("/list-columns", { verb: "choose", list, back: list, columns: "road" });
  expect(await boxes()).toContain("road");
  expect(await left()).toBe("");
});

it("leads past tools and filters to its rows, and leaves links to sort once more out of the way there", async () => {
  const page = await person.get(list);
  expect(page.$('main a[href="#rows"]').text()).toBe("跳到列表");
  expect(page.$("tbody#rows[tabindex=-1] tr").length).toBeGreaterThan(0);
  const more = page.$("thead a[aria-label^=再按]");
  expect(more.length).toBeGreaterThan(0);
  expect(more.get().every(({ attribs }) => attribs.tabindex === "-1")).toBe(true);
});
