import { expect, test } from "@playwright/test";
import { signIn } from "./sign-in";

test("what was typed into a line's stations and never sent is there again after the page was left", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/line/line-management?lineName=2");
  await page.getByRole("link", { name: "2路", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "2路" })).toBeVisible();
  const stations = `${page.url().split("?")[0]!}/stations`;
  await page.goto(stations);
  await page.getByLabel("修改原因").pressSequentially("路口封闭，写到一半");
  await page.getByRole("link", { name: "首页", exact: true }).first().click();
  await expect(async () => {
    await page.goto(stations);
    await expect(page.getByLabel("修改原因")).toHaveValue("路口封闭，写到一半", { timeout: 1000 });
  }).toPass();
  await expect(page.getByRole("main")).toContainText("没有保存");
  await page.getByRole("button", { name: "放弃" }).click();
  await expect(page.getByLabel("修改原因")).toHaveValue("");
});
