import { expect, test } from "@playwright/test";
import { choose, drag, metresPerPixel, numbers, openDraft, towards, typed } from "./announcements";
import { expectAlive } from "./alive";
import { complaints } from "./complaints";
import { expectRefused, expectSaid } from "./said";
import { signIn } from "./sign-in";

test("a node is dragged along the path, its circle and heading by their handles, and saved as the table shows it", async ({
  page,
}) => {
  const seen = complaints(page);
  await signIn(page, "admin");
  await openDraft(page);
  await page.waitForSelector("[data-map-ready]", { timeout: 60_000 });
  const before = await numbers(page, 4);

  let at = await choose(page, 4);
  const heading = await typed(page, "方位角");
  await drag(page, at, towards(at, heading, 40));
  await expect(page.getByText("有 1 步修改未保存")).toBeVisible();
  const moved = await numbers(page, 4);
  expect(moved[0]).not.toBe(before[0]);
  expect(Math.abs((await typed(page, "距起点")) - Number(moved[0]))).toBeLessThan(1);

  at = await choose(page, 3);
  const [radius, azimuth] = [await typed(page, "半径"), await typed(page, "方位角")];
  const scale = await metresPerPixel(page);
  const knob = towards(at, azimuth + 90, radius / scale + 14);
  await drag(page, knob, towards(knob, azimuth + 90, 30));
  await expect.poll(() => typed(page, "半径")).toBeGreaterThan(radius + 20);
  await drag(page, towards(at, azimuth, 48), towards(at, azimuth + 40, 48));
  await expect(page.getByText("有 3 步修改未保存")).toBeVisible();
  expect(Math.abs((await typed(page, "方位角")) - ((azimuth + 40) % 360))).toBeLessThan(4);
  await page.getByRole("button", { name: "撤销一步" }).click();
  expect(await typed(page, "方位角")).toBe(azimuth);
  await page.locator("[role=application]").press("ArrowRight");
  await page.locator("[role=application]").press("ArrowRight");
  await expect(page.getByText("有 3 步修改未保存")).toBeVisible();
  await page.locator("[role=application]").press("Control+z");
  await expect(page.getByText("有 2 步修改未保存")).toBeVisible();

  const shown = [await numbers(page, 3), await numbers(page, 4)];
  await page.getByRole("button", { name: "保存修改" }).click();
  await expectSaid(page, "已保存地图上的 2 步修改");
  expect([await numbers(page, 3), await numbers(page, 4)]).toEqual(shown);
  expect(seen).toEqual([]);
});

test("steps on the map are refused in words where somebody saved in between, and saved when pressed again", async ({
  page,
  context,
}) => {
  await signIn(page, "admin");
  const url = await openDraft(page);
  await page.waitForSelector("[data-map-ready]", { timeout: 60_000 });
  await choose(page, 6);
  const radius = page.getByLabel("半径");
  await radius.fill("900");
  await radius.press("Enter");
  await expectRefused(page, "半径应为 10 到 500，没有改动");
  await radius.fill("71");
  await radius.press("Enter");
  await expect(page.getByText("有 1 步修改未保存")).toBeVisible();

  const other = await context.newPage();
  await other.goto(url);
  await other.waitForSelector("[data-map-ready]", { timeout: 60_000 });
  await choose(other, 8);
  await other.getByLabel("半径").fill("72");
  await other.getByLabel("半径").press("Tab");
  await other.getByRole("button", { name: "保存修改" }).click();
  await expectSaid(other, "已保存地图上的 1 步修改");
  await other.close();

  await page.getByRole("button", { name: "保存修改" }).click();
  await expectRefused(page, "您的其他修改还在地图上");
  await page.waitForSelector("[data-map-ready]", { timeout: 60_000 });
  expect((await numbers(page, 6))[1]).toBe("71");
  await page.getByRole("button", { name: "保存修改" }).click();
  await expectSaid(page, "已保存地图上的 1 步修改");
  expect([(await numbers(page, 6))[1], (await numbers(page, 8))[1]]).toEqual(["71", "72"]);
});

test("rows of a recipe are dragged, stay where they were dragged when refused, and are saved once however slowly", async ({
  page,
}) => {
  await signIn(page, "admin");
  await page.goto("/voice/public-voice-class");
  await page.locator("tbody").getByRole("link", { name: "BJGJ-2026.1" }).click();
  const url = `${page.url().split("?")[0]}/row?event=2&voiceUse=1&language=zh`;
  const select = (nth: number) => page.getByLabel(`第 ${nth} 段的内容`, { exact: true });
  const open = async () => {
    await page.goto(url);
    await expectAlive(select(1));
  };
  const values = () =>
    page
      .locator("input[type=hidden][name^='parts[']")
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  const handle = (nth: number) => page.getByRole("button", { name: `拖动 第 ${nth} 段` });
  await open();
  const [first, second, third] = await values();
  await handle(3).dragTo(handle(1));
  await expect.poll(values).toEqual([third, first, second]);
  await page.getByRole("button", { name: "添加一段" }).click();
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expect(page.getByText("第 4 段的内容：请选择内容")).toBeVisible();
  await expectAlive(select(1));
  await expect.poll(values).toEqual([third, first, second, ""]);
  await handle(4).dragTo(handle(2));
  await expect.poll(values).toEqual([third, "", first, second]);
  await page.getByRole("button", { name: "移除 第 2 段" }).click();
  let posts = 0;
  await page.route("**/row?*", async (route) => {
    if (route.request().method() === "POST") {
      posts += 1;
      await new Promise((resolve) => setTimeout(resolve, 1500));
    }
    await route.continue();
  });
  await page.getByRole("button", { name: "保存", exact: true }).dblclick();
  await expectSaid(page, "已保存 进站");
  await page.unroute("**/row?*");
  expect(posts).toBe(1);
  await open();
  expect(await values()).toEqual([third, first, second]);
});
