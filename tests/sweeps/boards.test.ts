import { expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { boards } from "~/homepage/boards/boards";
import { account, demoVisitor, enter, visitorWith } from "../kit/accounts";
import type { Answer, Visitor } from "../kit/visit";

const paths = boards.map(({ path }) => path).filter((path) => path !== "/homepage");
const figures = (page: Answer) =>
  page
    .$("main a:has(strong)")
    .map((_, tile) => ({
      count: page.$(tile).find("strong").text(),
      href: page.$(tile).attr("href")!,
    }))
    .get();

it.each(paths)("%s shows figures of which each leads to as many records", async (path) => {
  const person = await demoVisitor("admin");
  const page = await person.get(path);
  expect([page.status, page.$("h1").text()]).toEqual([200, boards.find((board) => board.path === path)!.title]);
  const found = figures(page);
  expect(found.length).toBeGreaterThan(5);
  for (const { count, href } of found) {
    const list = await person.get(href);
    expect([href, list.status]).toEqual([href, 200]);
    // Some count what a list has in its rows: sections of a line, kilometres, voices.
    if (/standing=(none|outdated)|wrong=|line-management$|line-tools/.test(href)) continue;
    expect([href, countOf(list, href)]).toEqual([href, Number(count.replaceAll(",", ""))]);
  }
});

/** What the list's own page says it has. */
function countOf(list: Answer, href: string): number {
  const said = /共\s*([\d,]+)\s*条/.exec(list.text)?.[1];
  expect([href, said]).toEqual([href, expect.any(String)]);
  return Number(said!.replaceAll(",", ""));
}

it("each share of a board leads to a list", async () => {
  const person = await demoVisitor("admin");
  for (const path of paths) {
    const page = await person.get(path);
    const links = [
      ...new Set(
        page
          .$("main table a")
          .map((_, link) => page.$(link).attr("href")!)
          .get(),
      ),
    ];
    expect(links.length).toBeGreaterThan(3);
    for (const href of links) expect([href, (await person.get(href)).status]).toEqual([href, 200]);
  }
});

it("offers each board to who may read what it is of, and no other figure on it", async () => {
  const tabs = async (person: Visitor) => {
    const home = await person.get("/homepage");
    return home
      .$('nav[aria-label="首页和看板"] a')
      .map((_, tab) => home.$(tab).attr("href"))
      .get();
  };
  const nobody = await visitorWith();
  expect(await tabs(nobody)).toEqual([]);
  for (const path of paths) expect((await nobody.send(path)).status).toBe(303);
  const clerk = await visitorWith("bus.read");
  expect(await tabs(clerk)).toEqual(["/homepage", "/homepage/fleet"]);
  const page = await clerk.get("/homepage/fleet");
  expect(page.text).toContain("辆证照或保养已过期");
  for (const other of ["驾驶证", "紧急报警", "在线"]) expect(page.$("main").text()).not.toContain(other);
});

it("shows no figure of other organisations", async () => {
  const { orgId } = await db()
    .insertInto("organisation")
    .values({ orgId: "d".repeat(32), orgName: "看板外的公司", orgCode: "KBW" })
    .returning("orgId")
    .executeTakeFirstOrThrow();
  const who = await account({ permissions: ["line.read", "bus.read", "bus-monitor.read"], dataScope: "own", orgId });
  const person = await enter(who);
  for (const { count } of figures(await person.get("/homepage/network"))) expect(count).toBe("0");
  for (const { count } of figures(await person.get("/homepage/fleet"))) expect(count).toBe("0");
});
