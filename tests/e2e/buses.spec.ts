import { expect, test } from "@playwright/test";
import { signIn } from "./sign-in";

const list = "/bus/bus-management";

test("two people edit the same bus: the second is shown both sides, and nothing of either is lost", async ({
  browser,
}) => {
  const [one, two] = (await Promise.all(
    ["admin", "planner"].map(async (who) => {
      const page = await (await browser.newContext()).newPage();
      await signIn(page, who as "admin" | "planner");
      await page.goto(`${list}?keyword=1005`);
      await page.getByRole("row", { name: /1005/ }).getByRole("link", { name: "1005" }).click();
      await page.getByRole("link", { name: "编辑" }).click();
      return page;
    }),
  )) as [Awaited<ReturnType<typeof browser.newPage>>, Awaited<ReturnType<typeof browser.newPage>>];
  await one.getByLabel("供应商").fill("滨江租车");
  await one.getByLabel("备注").fill("先保存的备注");
  await one.getByLabel("所属线路").selectOption({ label: "4路" });
  await one.getByRole("button", { name: "保存", exact: true }).click();
  await expect(one.getByText("已保存车辆 1005")).toBeVisible();

  await two.getByLabel("合同编号").fill("HT-2026-5");
  await two.getByLabel("备注").fill("后保存的备注");
  await two.getByRole("button", { name: "保存", exact: true }).click();
  await expect(two.getByRole("heading", { level: 2, name: "这条记录已被别人修改" })).toBeVisible();
  for (const words of ["先保存的备注", "后保存的备注", "滨江租车", "HT-2026-5", "4路"])
    await expect(two.getByRole("table")).toContainText(words);
  await two.getByRole("row", { name: /备注/ }).getByLabel("先保存的备注").check();
  await two.getByRole("button", { name: "按选择保存" }).click();
  for (const words of ["已保存车辆 1005", "先保存的备注", "滨江租车", "HT-2026-5", "4路"])
    await expect(two.locator("body")).toContainText(words);
  await two.getByRole("link", { name: "修改历史" }).click();
  await expect(two.getByRole("main")).toContainText("HT-2026-5");
});
