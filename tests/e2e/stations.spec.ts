import { expect, test } from "@playwright/test";
import { expectRefused, expectSaid } from "./said";
import { signIn } from "./sign-in";

const list = "/station/station-management";

test("a station is created, edited, deleted and brought back without JavaScript", async ({ page }) => {
  await signIn(page);
  await page.getByRole("navigation", { name: "主菜单" }).getByText("站点", { exact: true }).click();
  await page.getByRole("link", { name: "站点管理" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "站点管理" })).toBeVisible();
  await page.getByRole("link", { name: "新增" }).click();
  await page.getByLabel("站点编号").fill("E2E-1");
  await page.getByLabel("站点名称").fill("新华路东口");
  await page.getByLabel("经度").fill("181");
  await page.getByLabel("纬度").fill("39.8702");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expectRefused(page, "-180 到 180");
  await expect(page.getByLabel("站点名称")).toHaveValue("新华路东口");
  await page.getByLabel("经度").fill("116.3812");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expectSaid(page, "已保存站点 新华路东口");
  await expect(page.getByRole("heading", { level: 1, name: "新华路东口" })).toBeVisible();

  await page.getByRole("link", { name: "编辑" }).click();
  await page.getByLabel("地址").fill("新华路 18 号");
  await page.getByLabel("修改原因").fill("核对现场");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expect(page.getByText("新华路 18 号")).toBeVisible();
  await page.getByRole("link", { name: "修改历史" }).click();
  await expect(page.getByText("原因：核对现场")).toBeVisible();

  await page.goto(`${list}?keyword=xhldk`);
  await page
    .getByRole("row", { name: /新华路东口/ })
    .getByRole("link")
    .first()
    .click();
  await page.getByRole("main").getByRole("link", { name: "删除" }).click();
  await page.getByRole("button", { name: "删除" }).click();
  await expect(page.getByText("已删除站点 新华路东口")).toBeVisible();
  await page.goto(`${list}?keyword=xhldk`);
  await expect(page.getByText("没有符合条件的记录")).toBeVisible();
  await page.getByRole("link", { name: "回收站" }).click();
  await page.getByRole("button", { name: "恢复 新华路东口" }).click();
  await expect(page.getByText("已恢复站点 新华路东口")).toBeVisible();
});

test("a list is searched, sorted and paged by plain links, and its tab keeps where one was", async ({ page }) => {
  await signIn(page, "viewer");
  await page.goto(list);
  await page.getByLabel("站点", { exact: true }).fill("renmin");
  await page.getByRole("button", { name: "查找" }).click();
  await expect(page.locator("tbody")).toContainText("人民广场");
  await page.getByRole("columnheader", { name: "名称" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/keyword=renmin.*sort=|sort=.*keyword=renmin/);
  const here = page.url();
  await page.goto("/line/line-management");
  await page.getByRole("navigation", { name: "已打开的页面" }).getByRole("link", { name: "站点管理" }).click();
  await expect(page).toHaveURL(here);
  await page.goto(`${list}?size=20`);
  await page.getByRole("link", { name: "下一页" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole("link", { name: "新增" })).toHaveCount(0);
});
