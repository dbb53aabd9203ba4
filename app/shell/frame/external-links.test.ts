import { expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { account, enter } from "../../../tests/accounts";

it("a link that needs the external base address says so in the menu and on its page while there is none", async () => {
  const { appId, pid } = await db()
    .selectFrom("resource")
    .select(["appId", "pid"])
    .where("resourceName", "=", "StationManagement")
    .executeTakeFirstOrThrow();
  const resourceId = newKey();
  const by = { createdBy: "test", updatedBy: "test" };
  await db()
    .insertInto("resource")
    .values({ resourceId, appId, pid, type: "link", resourceName: "Report", title: "报表", path: "/bi/report", ...by })
    .execute();
  const person = await enter(await account({ isSuper: true }));
  const page = await person.get(`/system/resource/${resourceId}`);
  expect(page.text).toContain("要接在服务器设置 EXTERNAL_BASE_URL 之后");
  const item = page.$('nav[aria-label="主菜单"] li').filter((_, one) => page.$(one).text().startsWith("报表"));
  expect([item.text(), item.find("a").length]).toEqual(["报表没有设置外部地址，请联系管理员", 0]);
});
