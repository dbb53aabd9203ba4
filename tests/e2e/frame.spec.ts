import { expect, type Page, test } from "@playwright/test";
import { passwords } from "../kit/passwords";
import { signIn } from "./sign-in";

const tabs = (page: Page) => page.getByRole("navigation", { name: "已打开的页面" });
const expectTabs = (page: Page, titles: string[]) =>
  expect(tabs(page).locator("li > a")).toHaveText(titles, { useInnerText: true });

test("signing in and out, and back to a bookmark", async ({ page }) => {
  await page.goto("/station/station-management?keyword=rmgc");
  await expect(page).toHaveURL(/\/login\?to=/);
  await page.getByLabel("账号").fill("planner");
  await page.getByLabel("密码").fill("not this one");
  await page.getByRole("button", { name: "登录" }).click();
  await expect(page.getByText("账号或密码不正确")).not.toHaveCount(0);
  await page.getByLabel("密码").fill(passwords.demo);
  await page.getByRole("button", { name: "登录" }).click();
  await expect(page).toHaveURL(/\/station\/station-management\?keyword=rmgc$/);
  await page.getByRole("banner").getByText("设置").click();
  await page.getByRole("button", { name: "退出登录" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto("/homepage");
  await expect(page).toHaveURL(/\/login/);
});

test("the tab bar works without JavaScript", async ({ page }) => {
  await signIn(page);
  for (const path of ["/station/station-management", "/line/line-management", "/map/data-down-load"])
    await page.goto(path);
  await expectTabs(page, ["门户首页", "站点管理", "线路管理", "地图数据下载"]);
  await tabs(page).getByLabel("当前标签页的操作").click();
  await page.getByRole("button", { name: "左移" }).click();
  await expectTabs(page, ["门户首页", "站点管理", "地图数据下载", "线路管理"]);
  await page.getByRole("button", { name: "关闭 地图数据下载" }).click();
  await expect(page).toHaveURL(/line-management/);
  await tabs(page).getByLabel("当前标签页的操作").click();
  await page.getByRole("button", { name: "添加到快捷菜单" }).click();
  await expect(
    page.getByRole("navigation", { name: "快捷菜单" }).getByRole("link", { name: "线路管理" }),
  ).toBeVisible();
  await tabs(page).getByLabel("当前标签页的操作").click();
  await page.getByRole("button", { name: "关闭其他" }).click();
  await expectTabs(page, ["门户首页", "线路管理"]);
  await expect(tabs(page).getByRole("button", { name: "关闭 门户首页" })).toHaveCount(0);
});

test("on paper stands the whole table of a page, without the frame and what is pressed", async ({ page }) => {
  await signIn(page);
  await page.goto("/line/line-management");
  await page.getByRole("link", { name: "1路", exact: true }).first().click();
  await page.emulateMedia({ media: "print" });
  for (const one of [tabs(page), page.getByRole("banner"), page.getByRole("contentinfo")])
    await expect(one).toBeHidden();
  await expect(page.locator("main button:visible, main .button:visible")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const cut = await page.evaluate(
    () =>
      [...document.querySelectorAll("main table")].filter((table) => {
        for (let at = table.parentElement; at && at !== document.documentElement; at = at.parentElement)
          if (getComputedStyle(at).overflowY !== "visible" && at.scrollHeight > at.clientHeight + 1) return true;
        return false;
      }).length,
  );
  expect([await page.locator("main table").count(), cut]).toEqual([expect.any(Number), 0]);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(800);
});

const sevenScreens = [
  "/line/line-management",
  "/line/line-classify",
  "/station/station-management",
  "/bus/bus-management",
  "/bus/bus-monitor",
  "/model/bus-model",
  "/device/device-management",
];

test("of many tabs the current one stays in sight", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await signIn(page);
  const screens = [...sevenScreens, "/model/device-model"];
  const more = [
    "/parking/parking-management",
    "/electronic-fence/electronic-fence-management",
    "/electronic-fence/waiting-area",
    "/personnel/personnel-management",
    "/personnel/post-management",
    "/org/organization",
    "/dict/dictionary-configuration",
  ];
  for (const path of [...screens, ...more]) await page.goto(path);
  const widths = await tabs(page)
    .locator("li > a")
    .evaluateAll((links) =>
      links.map((link) => {
        const { paddingLeft, paddingRight, fontSize } = getComputedStyle(link);
        return (link.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)) / parseFloat(fontSize);
      }),
    );
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(4);
  await tabs(page).getByLabel("当前标签页的操作").click();
  await expect(tabs(page).locator("details a")).toHaveCount(16);
  await tabs(page).getByLabel("当前标签页的操作").click();
  for (const title of ["字典管理", "线路管理"]) {
    await expect(
      tabs(page)
        .locator("li")
        .filter({ has: page.locator("[aria-current]") }),
    ).toContainText(title);
    await expect(tabs(page).locator("[aria-current]")).toBeInViewport({ ratio: 1 });
    await page.goto("/line/line-management");
  }
});

test("where tabs are hidden the bar says so, and its arrows lead to them", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await signIn(page);
  const screens = [
    ...sevenScreens,
    "/parking/parking-management",
    "/personnel/personnel-management",
    "/personnel/post-management",
    "/org/organization",
  ];
  const [left, right] = ["最左边的标签页", /^最右边的标签页/].map((name) => tabs(page).getByRole("link", { name }));
  for (const path of screens.slice(0, 6)) await page.goto(path);
  await expect(right!).toHaveCount(0);
  for (const path of screens.slice(6)) await page.goto(path);
  await expect(right!).toHaveAccessibleName("最右边的标签页，共 12 个");
  expect(await widths()).toEqual([24, 48]);
  await page.goto("/bus/bus-management");
  const [first, last] = ["门户首页", "机构管理"].map((name) => tabs(page).locator("li").getByRole("link", { name }));
  await expect(last!).not.toBeInViewport();
  await right!.click();
  await expect(last!).toBeInViewport({ ratio: 1 });
  await expect(first!).not.toBeInViewport();
  await left!.click();
  await expect(first!).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1600, height: 768 });
  expect(await widths()).toEqual([0, 0]);

  function widths() {
    return Promise.all([left!, right!].map((link) => link.evaluate((one) => one.clientWidth)));
  }
});

test("the keyboard alone is enough", async ({ page }) => {
  const focused = page.locator(":focus");
  await page.goto("/login");
  await expect(focused).toHaveAttribute("name", "userAccount");
  await page.keyboard.type("planner");
  await page.keyboard.press("Tab");
  await page.keyboard.type(passwords.demo);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("banner")).toBeVisible();
  await page.goto("/station/station-management");
  await page.keyboard.press("Tab");
  await expect(focused).toHaveText("跳到正文");
  await page.keyboard.press("Enter");
  await reach(page, "新增");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "新增站点" })).toBeVisible();
  for (const [name, text] of [
    ["staSelfCode", "KEY-1"],
    ["staName", "键盘站"],
    ["lng", "116.38"],
    ["lat", "39.87"],
  ] as const) {
    await reachField(page, name);
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
  await expect(page.getByText("已保存站点 键盘站")).toBeVisible();
  await page.keyboard.press("Tab");
  const outline = await focused.evaluate((one) => getComputedStyle(one).outlineStyle + getComputedStyle(one).boxShadow);
  expect(outline).not.toBe("nonenone");
});

async function reach(page: Page, text: string): Promise<void> {
  for (let steps = 0; steps < 80; steps++) {
    await page.keyboard.press("Tab");
    if ((await page.evaluate(() => document.activeElement?.textContent?.trim())) === text) return;
  }
  throw new Error(`${text} cannot be reached by Tab`);
}

async function reachField(page: Page, name: string): Promise<void> {
  for (let steps = 0; steps < 80; steps++) {
    if ((await page.evaluate(() => document.activeElement?.getAttribute("name"))) === name) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${name} cannot be reached by Tab`);
}

test("the frame has the specification's sizes and fits a small screen", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await signIn(page);
  const width = async () => (await page.getByRole("navigation", { name: "主菜单" }).boundingBox())?.width;
  expect(await width()).toBe(200);
  expect((await page.getByRole("banner").boundingBox())?.height).toBe(35);
  expect((await tabs(page).boundingBox())?.height).toBe(30);
  await page.getByRole("button", { name: "收起菜单" }).click();
  await expect.poll(width).toBe(60);
  for (const path of [
    "/homepage",
    "/station/station-management",
    "/station/station-management/new",
    "/line/line-management",
    "/map/data-down-load",
    "/personal-settings",
  ]) {
    await page.goto(path);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([path, wider]).toEqual([path, 0]);
  }
  await page.getByRole("button", { name: "展开菜单" }).click();
});

test("a post from another site is refused", async ({ page, request }) => {
  await signIn(page);
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  for (const headers of [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "not a url" },
  ] as Record<string, string>[]) {
    const answer = await request.post("/personal-settings", {
      form: { theme: "jade" },
      headers: { cookie, ...headers },
      maxRedirects: 0,
    });
    expect([headers, answer.status()]).toEqual([headers, 403]);
  }
});
