import { expect, test } from "@playwright/test";
import { thirdOfToday } from "../kit/long-run";
import { complaints } from "./complaints";
import { passwords } from "../kit/passwords";
import { signIn } from "./sign-in";

test("no page makes the browser complain", async ({ page }) => {
  const seen = complaints(page);
  await signIn(page);
  await page.goto("/station/station-management?keyword=rmgc");
  const record = await page.locator("tbody a").first().getAttribute("href");
  await page.goto("/line/line-management");
  const line = (await page.locator("tbody a").first().getAttribute("href"))!.split("?")[0];
  for (const path of thirdOfToday([
    "/homepage",
    "/personal-settings",
    "/modify-password",
    "/my-sessions",
    record!,
    `${record}/edit`,
    `${record}/history`,
    line!,
    `${line}/stations`,
    `${line}/match`,
    `${line}/edit`,
    "/map/data-down-load",
    "/map/data-down-load/import",
  ]))
    await page.goto(path, { waitUntil: "networkidle" });
  await page.context().clearCookies();
  await signIn(page, "admin");
  for (const path of ["/api-docs", "/system/security-events", "/system/login-lock"])
    await page.goto(path, { waitUntil: "networkidle" });
  expect(seen).toEqual([]);
});

test("the point picker takes the place of its picture and fills the fields of the form", async ({ page }) => {
  const seen = complaints(page);
  await signIn(page);
  await page.goto("/station/station-management/new?lng=116.38&lat=39.87", { waitUntil: "networkidle" });
  await page.waitForSelector("[data-map-ready]", { timeout: 60_000 });
  const map = page.locator("canvas").first();
  await map.scrollIntoViewIfNeeded();
  const box = (await map.boundingBox())!;
  await page.mouse.click(box.x + box.width / 3, box.y + box.height / 3);
  await expect(page.getByLabel("经度")).toHaveValue(/^116\.\d+/);
  await expect(page.getByLabel("纬度")).toHaveValue(/^39\.\d+/);
  await page.getByLabel("站点编号").fill("PICK-1");
  await page.getByLabel("站点名称").fill("点选站");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expect(page.getByText("已保存站点 点选站")).toBeVisible();
  expect(seen).toEqual([]);
});

test("the line's map and the station grid come alive", async ({ page }) => {
  await signIn(page);
  await page.goto("/line/line-management?keyword=1路");
  await page.getByRole("link", { name: "1路", exact: true }).first().click();
  await expect(page.locator("canvas").first()).toBeVisible({ timeout: 30_000 });
  await page.getByRole("link", { name: "编辑站点" }).first().click();
  await expect(page.locator("tr[data-station-serial]").first()).toBeVisible();
});

test("over plain HTTP a page's passwords leave it encrypted", async ({ page }) => {
  const posted = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/login"));
  await page.goto("/login", { waitUntil: "networkidle" });
  await page.getByLabel("账号").fill("planner");
  await page.getByLabel("密码").fill(passwords.demo);
  await page.getByRole("button", { name: "登录" }).click();
  const sent = new URLSearchParams((await posted).postData()!);
  expect([sent.get("sealed"), sent.get("userPassword")?.length]).toEqual(["userPassword", 512]);
  await expect(page.getByRole("banner")).toBeVisible();
});

test("tabs are dragged and have a context menu", async ({ page }) => {
  await signIn(page);
  for (const path of ["/station/station-management", "/line/line-management", "/map/data-down-load"])
    await page.goto(path);
  const bar = page.getByRole("navigation", { name: "已打开的页面" });
  const titles = ["门户首页", "地图数据下载", "站点管理", "线路管理"];
  const expectOrder = (timeout?: number) =>
    expect(bar.locator("li > a")).toHaveText(titles, { useInnerText: true, timeout });
  const stored = page.waitForResponse(
    (answer) => answer.request().method() === "POST" && new URL(answer.url()).pathname === "/tabs",
  );
  const from = (await bar.getByRole("link", { name: "地图数据下载" }).boundingBox())!;
  const to = (await bar.getByRole("link", { name: "站点管理" }).boundingBox())!;
  // The first drag after the page has loaded, as fast as a hand can be.
  await page.mouse.move(from.x + 20, from.y + 12);
  await page.mouse.down();
  await page.mouse.move(to.x + 4, to.y + 12, { steps: 2 });
  await page.mouse.up();
  await expectOrder(1000);
  await stored;
  await page.reload();
  await expectOrder();
  await bar.getByRole("link", { name: "线路管理" }).click({ button: "right" });
  const menu = page.getByRole("menu");
  for (const entry of ["关闭标签页", "关闭其他", "关闭右侧", "添加到快捷菜单", "移除快捷菜单"])
    await expect(menu).toContainText(entry);
});

test("a chart comes alive where a person points at it, in the place of its picture", async ({ page }) => {
  const seen = complaints(page);
  await signIn(page, "admin");
  await page.goto("/log/analysis", { waitUntil: "networkidle" });
  const chart = page.locator("figure [data-island=chart]").first();
  const below = page.locator("figure [data-island=chart]").nth(1);
  const before = await below.boundingBox();
  expect(await chart.locator("[_echarts_instance_]").count()).toBe(0);
  await chart.hover();
  await expect(chart.locator("[_echarts_instance_]")).toBeVisible({ timeout: 30_000 });
  await chart.hover({ position: { x: 300, y: 150 } });
  // Beside the drawing, what stands where one points.
  await expect(chart.locator("[_echarts_instance_] > div").nth(1)).toBeVisible();
  expect(await below.boundingBox()).toEqual(before);
  expect(seen).toEqual([]);
});
