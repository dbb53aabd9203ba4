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

test("what was typed into a record and not saved is there again, never over another record, and gone after the sign-out", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/station/station-management");
  const rows = page.locator("tbody tr");
  const [one, other] = await Promise.all(
    [0, 1].map(async (at) => {
      const href = await rows.nth(at).locator("a[href^='/station/station-management/']").first().getAttribute("href");
      return `${href!.split("?")[0]}/edit`;
    }),
  );
  const remark = page.getByLabel("备注");
  const notice = page.getByText("已恢复您上次没有保存的内容");
  const open = (href: string) => page.goto(href, { waitUntil: "networkidle" });
  await open(other!);
  const saved = await remark.inputValue();
  await open(one!);
  const before = await remark.inputValue();
  await remark.fill("写到一半的备注");
  await open(other!);
  await expect(remark).toHaveValue(saved);
  await expect(notice).toHaveCount(0);
  await open(one!);
  await expect(remark).toHaveValue("写到一半的备注");
  await expect(notice).toHaveCount(1);
  await page.getByRole("banner").getByText("设置").click();
  await page.getByRole("button", { name: "退出登录" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page);
  await open(one!);
  await expect(remark).toHaveValue(before);
  await expect(notice).toHaveCount(0);
});
