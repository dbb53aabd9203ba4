import { expect, type Page, test } from "@playwright/test";
import { thirdOfToday } from "../kit/long-run";
import { expectAlive } from "./alive";
import { complaints } from "./complaints";
import { signIn } from "./sign-in";

const lists = [
  "/bus/bus-management",
  "/device/device-management",
  "/parking/parking-management",
  "/electronic-fence/electronic-fence-management",
  "/electronic-fence/waiting-area",
  "/personnel/personnel-management",
  "/personnel/post-management",
  "/model/bus-model",
  "/model/device-model",
  "/dict/dictionary-configuration",
  "/params/param-configuration",
  "/update-log/update-log-management",
  "/system/user",
];

async function firstOf(page: Page, list: string): Promise<string> {
  await page.goto(list, { waitUntil: "networkidle" });
  return (await page.locator(`tbody a[href^="${list}/"]`).first().getAttribute("href"))!;
}

test("no page of a room makes the browser complain", async ({ page }) => {
  test.setTimeout(240_000);
  const seen = complaints(page);
  await signIn(page, "admin");
  for (const list of thirdOfToday(lists)) {
    const record = await firstOf(page, list);
    for (const verb of ["", "/edit"]) await page.goto(record + verb, { waitUntil: "networkidle" });
  }
  for (const path of thirdOfToday([
    "/bus/bus-monitor?still=1",
    "/org/organization",
    "/system/app",
    "/system/role",
    "/system/resource",
    "/system/role-resource",
    "/electronic-fence/electronic-fence-management/map",
    "/search?q=1001",
  ]))
    await page.goto(path, { waitUntil: "networkidle" });
  expect(seen).toEqual([]);
});

test("the monitor begins without an alarm, and ? lists the keys of a page", async ({ page }) => {
  await signIn(page, "admin");
  await page.goto("/bus/bus-monitor");
  await page.waitForSelector("[data-map-ready]", { timeout: 60_000 });
  const alarm = page.getByText("暂时取不到车辆位置");
  for (let looks = 0; looks < 12; looks++) {
    expect(await alarm.count()).toBe(0);
    await page.waitForTimeout(150);
  }
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "快捷键" })).toContainText("搜索全部资料");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a fence's corners follow the map's buttons, into the same field that is saved", async ({ page }) => {
  await signIn(page, "admin");
  await page.goto(`${await firstOf(page, "/electronic-fence/electronic-fence-management")}/edit`, {
    waitUntil: "networkidle",
  });
  await page.waitForSelector("[data-map-ready]", { timeout: 60_000 });
  const corners = async () => (await page.getByLabel("边界坐标").inputValue()).trim().split("\n").length;
  const before = await corners();
  await page.getByRole("button", { name: "中心加点" }).click();
  await expect.poll(corners).toBe(before + 1);
  await page.getByRole("button", { name: "撤销" }).click();
  await expect.poll(corners).toBe(before);
});

test("a circle that is cleared or taken back leaves no radius standing", async ({ page }) => {
  await signIn(page, "admin");
  await page.goto("/electronic-fence/electronic-fence-management/new", { waitUntil: "networkidle" });
  await page.waitForSelector("[data-map-ready]", { timeout: 60_000 });
  await page.getByLabel("圆形").check();
  const values = async () =>
    Promise.all(["圆心经度", "圆心纬度", "半径"].map((label) => page.getByLabel(label).inputValue()));
  for (const empties of ["清空", "撤销"]) {
    await page.getByRole("button", { name: "中心加点" }).click();
    await expect.poll(async () => (await values()).every(Boolean)).toBe(true);
    await page.getByRole("button", { name: empties }).click();
    await expect.poll(values).toEqual(["", "", ""]);
    await page.getByRole("button", { name: "清空" }).click();
  }
});

test("organisations of a role are looked for as one types, and what is typed elsewhere stays", async ({ page }) => {
  await signIn(page, "admin");
  await page.goto("/system/role/new", { waitUntil: "networkidle" });
  await expect(page.getByRole("checkbox", { name: "一车队" })).toBeHidden();
  await page.getByRole("textbox", { name: "角色名称" }).fill("折叠");
  await page.getByRole("radio", { name: "指定机构" }).check();
  await expect(page.getByRole("checkbox", { name: "滨江公交" })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "三车队" })).toBeHidden();
  await page.getByRole("searchbox", { name: "查找指定机构" }).fill("三车");
  await page.getByRole("checkbox", { name: "三车队" }).check();
  await page.getByRole("searchbox", { name: "查找指定机构" }).fill("一车");
  await expect(page.getByRole("checkbox", { name: "一车队" })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "三车队" })).toBeChecked();
  await expect(page.getByRole("textbox", { name: "角色名称" })).toHaveValue("折叠");
});

for (const [where, blocked] of [
  ["in a thread of their own", false],
  ["on the page where there is no such thread", true],
] as const)
  test(`a map's roads are drawn ${where}`, async ({ page }) => {
    let asked = 0;
    await page.route(/road-painter\.worker/, (route) => (asked++, blocked ? route.abort() : route.continue()));
    await signIn(page, "admin");
    await page.goto(await firstOf(page, "/electronic-fence/electronic-fence-management"));
    await page.waitForSelector("[data-map-ready]", { timeout: 60_000 });
    const drawn = () =>
      page
        .locator("[data-map-ready] canvas")
        .first()
        .evaluate((canvas: HTMLCanvasElement) => {
          const { width, height } = canvas;
          const pen = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d")!;
          pen.drawImage(canvas, 0, 0);
          const pixels = pen.getImageData(0, 0, width, height).data;
          return pixels.filter((value, at) => at % 4 === 3 && value > 0).length;
        });
    await expect.poll(drawn).toBeGreaterThan(1000);
    expect(asked).toBeGreaterThan(0);
  });

test("a map that is dragged far asks a slow thread for one picture of its roads at a time", async ({ page }) => {
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    const asked: number[] = Object.assign(window, { asked: [] as number[] }).asked;
    Worker.prototype.postMessage = function (data: { part?: string }, ...rest: []) {
      if (data.part !== "roads") return post.call(this, data, ...rest);
      asked.push(performance.now());
      setTimeout(() => post.call(this, data, ...rest), 300);
    };
  });
  await signIn(page, "admin");
  await page.goto(await firstOf(page, "/electronic-fence/electronic-fence-management"));
  const map = page.locator("[data-map-ready]");
  await map.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await map.boundingBox())!;
  const countAsked = () => page.evaluate(() => (window as unknown as { asked: number[] }).asked.length);
  const before = await countAsked();
  await page.mouse.move(x + width - 20, y + height / 2);
  await page.mouse.down();
  for (let step = 1; step <= 60; step++) {
    await page.mouse.move(x + width - 20 - (step * (width - 40)) / 60, y + height / 2);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await page.mouse.up();
  const least = Math.floor((width - 40) / 128);
  await expect.poll(async () => (await countAsked()) - before).toBeGreaterThan(0);
  expect((await countAsked()) - before).toBeLessThanOrEqual(3 * least);
});

test("a map stands where a slow browser says in one breath that it left the window and came back", async ({ page }) => {
  await page.addInitScript(() => {
    const { IntersectionObserver: Real } = window;
    window.IntersectionObserver = class extends Real {
      constructor(tell: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const gone = { isIntersecting: false } as IntersectionObserverEntry;
        super((entries, observer) => tell([gone, ...entries], observer), options);
      }
    };
  });
  await signIn(page, "admin");
  await page.goto(await firstOf(page, "/electronic-fence/electronic-fence-management"));
  await page.waitForSelector("[data-map-ready]");
});

test("ticking a resource ticks what is above it at once", async ({ page }) => {
  await signIn(page, "admin");
  await page.goto("/system/role-resource");
  await page.getByRole("link", { name: "站务员" }).click();
  const box = (name: string) => page.getByRole("checkbox", { name, exact: true });
  await expect(box("车辆")).not.toBeChecked();
  // The tree's own code comes after the page; a tick before that ticks one box only.
  await expect(async () => {
    await box("车辆管理").uncheck();
    await box("车辆管理").check();
    await expect(box("车辆")).toBeChecked({ timeout: 1000 });
  }).toPass();
  expect(await box("车辆").evaluate((one: HTMLInputElement) => one.indeterminate)).toBe(true);
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expect(page.getByText("已保存")).toBeVisible();
});

test("a device's protocol is chosen in two steps, of which the second is sent", async ({ page }) => {
  await signIn(page, "admin");
  await page.goto("/device/device-management/new", { waitUntil: "networkidle" });
  const [maker, protocol] = [page.getByLabel("通信协议：先选厂商"), page.getByLabel("通信协议", { exact: true })];
  const offered = () =>
    protocol.evaluate((select) =>
      [...(select as HTMLSelectElement).options]
        .filter(({ parentElement }) => !parentElement!.hidden)
        .map(({ value }) => value),
    );
  await maker.selectOption("滨江电子");
  await expect.poll(offered).toEqual(["", "JT/T 808-2013", "JT/T 808-2019"]);
  await protocol.selectOption("JT/T 808-2019");
  await maker.selectOption("江城科技");
  await expect(protocol).toHaveValue("");
  await page.getByLabel("设备型号").selectOption({ label: "CZJ-800 车载机" });
  await expect(maker).toHaveValue("滨江电子");
  expect(await offered()).not.toContain("站牌协议 2.0");
});

test("a row that is moved by its buttons keeps the focus, and a form's sticking buttons cover nothing that has it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await signIn(page, "admin");
  await page.goto(`${await firstOf(page, "/dict/dictionary-configuration")}/edit`, { waitUntil: "networkidle" });
  const focused = page.locator(":focus");
  await expectAlive(page.getByRole("button", { name: /^下移 第 1 项/ }));
  await page.getByRole("button", { name: /^下移 第 1 项/ }).press("Enter");
  await expect(focused).toHaveAttribute("aria-label", /^下移 第 2 项/);
  await page.getByRole("button", { name: /^上移 第 2 项/ }).press("Enter");
  await expect(focused).toHaveAttribute("aria-label", /^下移 第 1 项/);
  await page.goto(`${await firstOf(page, "/electronic-fence/electronic-fence-management")}/edit`, {
    waitUntil: "networkidle",
  });
  const buttons = await page.getByRole("button", { name: "保存", exact: true }).boundingBox();
  for (let stop = 0; stop < 90; stop++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => ({
      name: document.activeElement?.getAttribute("name"),
      bottom: document.activeElement?.getBoundingClientRect().bottom,
    }));
    if (at.name === "remark") return expect(at.bottom).toBeLessThanOrEqual(buttons!.y);
  }
  throw new Error("the remark was not reached");
});
