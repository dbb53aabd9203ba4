import { expect, test } from "@playwright/test";
import { isLongRun } from "../kit/long-run";
import { nextMonday } from "./next-monday";
import { expectSaid } from "./said";
import { arrive } from "./arrive";
import { signIn } from "./sign-in";

test.skip(!isLongRun, "a long walk: npm run test:long");

test("next Monday a line skips two stops: planned, matched, put in force; today nothing changes", async ({ page }) => {
  const monday = nextMonday();
  await signIn(page);
  await page.goto("/line/line-management?keyword=4");
  await page.getByRole("link", { name: "4路", exact: true }).click();
  await arrive(page, page.getByRole("heading", { level: 1, name: "4路" }));
  const rows = page.locator("tr[data-station-serial]");
  const before = await rows.count();
  expect(before).toBeGreaterThan(4);
  const skipped = await Promise.all(
    [2, 3].map(async (serial) =>
      (await page.locator(`tr[data-station-serial="${serial}"] td`).nth(1).innerText()).trim(),
    ),
  );
  const line = page.url();

  await page.getByRole("link", { name: "线路版本" }).click();
  await page.getByRole("link", { name: "计划新版本" }).click();
  await page.getByLabel("计划生效日期").fill(monday);
  await page.getByLabel("原因").fill("下周一起两站施工");
  await page.getByRole("button", { name: "建立草稿" }).click();
  await expect(page.getByRole("main")).toContainText(`正在查看计划 ${monday} 生效的草稿`);

  await page.getByRole("link", { name: "编辑站点" }).first().click();
  await page.getByRole("button", { name: /^移除 第 3 站/ }).click();
  await page.getByRole("button", { name: /^移除 第 2 站/ }).click();
  await page.getByRole("button", { name: "保存到草稿" }).click();
  await expect(rows).toHaveCount(before - 2);

  await page.getByRole("link", { name: "匹配路径" }).first().click();
  await page.getByRole("button", { name: "采用新路径" }).click();
  await expectSaid(page, "采用匹配的路径");

  await page.getByRole("link", { name: "使草稿生效" }).first().click();
  await expect(page.getByLabel("生效日期")).toHaveValue(monday);
  await expect(page.getByRole("main")).toContainText(`这份草稿从 ${monday} 起生效`);
  await page.getByRole("button", { name: "使草稿生效" }).click();
  await expect(page.getByRole("main")).toContainText(`按 ${monday} 的线网显示`);
  await expect(rows).toHaveCount(before - 2);
  for (const name of skipped) await expect(page.getByRole("table").first()).not.toContainText(name);

  await page.goto(line);
  await expect(rows).toHaveCount(before);
  for (const name of skipped) await expect(page.getByRole("main")).toContainText(name);
  await page.getByRole("link", { name: "线路版本" }).click();
  await expect(page.getByRole("row", { name: new RegExp(`${monday} 起`) })).toContainText("下周一起两站施工");
});
