import { expect, type Page, test } from "@playwright/test";
import { isLongRun } from "../kit/long-run";
import { nextMonday } from "./next-monday";
import { expectSaid } from "./said";
import { signIn } from "./sign-in";

test.skip(!isLongRun, "a long walk: npm run test:long");

/** Plans line 5 for Monday without its second and third stop, puts it in force, and answers what is stored for that day; then takes it all back. */
async function skipTwoStops(page: Page, monday: string, takeOut: (page: Page) => Promise<void>): Promise<unknown> {
  await signIn(page);
  await page.goto("/line/line-management?lineName=5");
  await page.getByRole("link", { name: "5路", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "5路" })).toBeVisible();
  const line = page.url().split("?")[0]!;
  await page.getByRole("link", { name: "线路版本" }).click();
  await page.getByRole("link", { name: "计划新版本" }).click();
  await page.getByLabel("计划生效日期").fill(monday);
  await page.getByLabel("原因").fill("下周一跳过两站");
  await page.getByRole("button", { name: "建立草稿" }).click();
  await expect(page.getByRole("main")).toContainText(`正在查看计划 ${monday} 生效的草稿`);
  await takeOut(page);
  await page.getByRole("link", { name: "使草稿生效" }).first().click();
  await expect(page.getByLabel("生效日期")).toHaveValue(monday);
  await page.getByRole("button", { name: "使草稿生效" }).click();
  await expect(page.getByRole("main")).toContainText(`按 ${monday} 的线网显示`);
  const stored = (await (await page.request.get(`${line}/drawing?direction=1&asOf=${monday}`)).json()) as unknown;

  await page.goto(`${line}/versions`);
  await page
    .getByRole("row", { name: new RegExp(`${monday} 起`) })
    .getByRole("link", { name: "撤回" })
    .click();
  await page.getByRole("button", { name: "撤回" }).click();
  await expectSaid(page, "已撤回");
  await page
    .getByRole("row", { name: new RegExp(`计划 ${monday}`) })
    .getByRole("link", { name: "放弃" })
    .click();
  await page.getByRole("button", { name: "放弃草稿" }).click();
  await expectSaid(page, "已放弃草稿");
  return stored;
}

test("next Monday line 5 skips two stops: by forms without JavaScript and on the live map it ends in the same version", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const monday = nextMonday();
  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1366, height: 768 } });
  const byForms = await skipTwoStops(await plain.newPage(), monday, async (page) => {
    await page.waitForLoadState();
    const before = await page.locator("tr[data-station-serial]").count();
    await page.getByRole("link", { name: "编辑站点" }).first().click();
    await page.getByRole("button", { name: /^移除 第 3 站/ }).click();
    await page.getByRole("button", { name: /^移除 第 2 站/ }).click();
    await page.getByRole("button", { name: "保存到草稿" }).click();
    await expect(page.locator("tr[data-station-serial]")).toHaveCount(before - 2);
  });
  await plain.close();

  const live = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const onMap = await skipTwoStops(await live.newPage(), monday, async (page) => {
    await page.getByRole("link", { name: "地图编辑" }).first().click();
    await page.waitForSelector("[data-map-ready]", { timeout: 60_000 });
    const list = page.getByRole("list", { name: "站点" });
    const before = await list.locator("[data-station-serial]").count();
    for (const serial of [3, 2]) {
      await list.locator(`[data-station-serial="${serial}"] button`).first().click();
      await list.getByRole("button", { name: "移除" }).click();
    }
    await expect(list.locator("[data-station-serial]")).toHaveCount(before - 2);
    await expect(page.locator("[data-plan-waiting]")).toHaveCount(0, { timeout: 30_000 });
    await page.getByRole("button", { name: "保存到草稿" }).click();
    await expectSaid(page, "已保存到草稿");
  });
  await live.close();
  expect(onMap).toEqual(byForms);
});
