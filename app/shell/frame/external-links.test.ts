import { expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { account, enter } from "../../../tests/kit/accounts";

async function addLink(resourceName: string, title: string, path: string): Promise<string> {
  const { appId, pid } = await db()
    .selectFrom("resource")
    .select(["appId", "pid"])
    .where("resourceName", "=", "StationManagement")
    .executeTakeFirstOrThrow();
  const resourceId = newKey();
  const by = { createdBy: "test", updatedBy: "test" };
  await db()
    .insertInto("resource")
    .values({ resourceId, appId, pid, type: "link", resourceName, title, path, ...by })
    .execute();
  return resourceId;
}

it("a link out of the program opens a new window wherever it stands: in the menu and among the homepage's tiles", async () => {
  await addLink("ReportOutside", "外部报表", "https://report.example/bus");
  const home = await (await enter(await account({ isSuper: true }))).get("/homepage");
  const links = home.$("a[href='https://report.example/bus']");
  expect(links.length).toBe(2);
  for (const link of links.toArray()) {
    expect([link.attribs.target, link.attribs.rel]).toEqual(["_blank", "noopener"]);
    expect(home.$(link).text()).toMatch(/外部报表.*在新窗口打开/);
  }
});

it("a link that needs the external base address says so in the menu and on its page while there is none", async () => {
  const resourceId = await addLink("Report", "报表", "/bi/report");
  const person = await enter(await account({ isSuper: true }));
  const page = await person.get(`/system/resource/${resourceId}`);
  expect(page.text).toContain("要接在服务器设置 EXTERNAL_BASE_URL 之后");
  const item = page.$('nav[aria-label="主菜单"] li').filter((_, one) => page.$(one).text().startsWith("报表"));
  expect([item.text(), item.find("a").length]).toEqual(["报表没有设置外部地址，请联系管理员", 0]);
});
