import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, versions } from "./browsers";
import { boxesOf, lookOf, overlaps } from "./looks";
import { open, origin, patience, signIn } from "./visitor";

const row = (list: string) => `tbody a[href^="${list}/"]`;
const [lines, stations] = ["/line/line-management", "/station/station-management"];

const screens: Record<string, [address: string, follow?: { link: string; more?: string }]> = {
  homepage: ["/homepage"],
  list: [`${stations}?sort=stationName,stationNo`],
  form: [stations, { link: row(stations), more: "/edit" }],
  detail: [stations, { link: row(stations) }],
  "tree list": ["/org/organization"],
  "tick tree": ["/system/role-resource", { link: 'main a[href*="/role-resource/"]' }],
  monitor: ["/bus/bus-monitor?still=1"],
  line: [lines, { link: row(lines) }],
  "map editor": [lines, { link: row(lines), more: "/map?direction=1" }],
  fence: [
    "/electronic-fence/electronic-fence-management",
    { link: row("/electronic-fence/electronic-fence-management"), more: "/edit" },
  ],
  calendar: ["/bus/bus-management/new"],
  grid: ["/dict/dictionary-configuration", { link: row("/dict/dictionary-configuration"), more: "/edit" }],
  timeline: ["/bus/bus-management", { link: row("/bus/bus-management"), more: "/timeline" }],
  chart: ["/map/data-down-load?minLng=116.37&minLat=39.86&maxLng=116.39&maxLat=39.88"],
  import: ["/map/data-down-load/import"],
};

describe.each(versions)("Chromium %i", (version) => {
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    browser = await launch(version);
    page = await browser.newPage();
    page.setDefaultTimeout(patience);
  });
  afterAll(() => browser.close());

  it("login", async () => {
    await page.goto(`${origin()}/login`);
    await photograph(page, `${version}-login`);
    expect(await page.$eval("main form", (form) => form.getBoundingClientRect().width)).toBeLessThan(500);
    expect(await page.$("[data-below-floor]")).toBeNull();
    ({ page, complaints } = await signIn(browser, { script: true }));
  });

  it.each(Object.entries(screens))("%s", async (name, [address, follow]) => {
    complaints.length = 0;
    await open(page, address, follow);
    // A map that is still being loaded when its page is left would complain on the next.
    if (await page.$('main [data-island$="Map"], main [data-island$="MapEditor"], main [data-island$="Picker"]'))
      await page.waitForSelector("[data-map-ready]");
    await page.waitForTimeout(300);
    await photograph(page, `${version}-${name}`);
    const boxes = await boxesOf(page);
    expect(overlaps(boxes)).toEqual([]);
    expect(boxes.heading, "a heading").toBeDefined();
    expect([boxes.sidebar?.width, boxes.header?.height, boxes.tabs?.height]).toEqual([200, 35, 30]);
    const look = await lookOf(page);
    expect(look).toMatchObject({ sidebar: "rgb(48, 65, 86)", tabList: "none", tabCurrent: "sticky", sideways: 0 });
    expect(look.hover).toMatch(/^#[0-9a-f]{6}$/);
    expect(complaints).toEqual([]);
  });

  it("the map editor lays the path over a new point and saves it", async () => {
    await open(page, lines, { link: row(lines), more: "/map?direction=1" });
    await page.waitForSelector("[data-map-ready]");
    await page.focus("[role=application]");
    await page.keyboard.press("Enter");
    const vias = () => page.$eval('textarea[name="map.vias"]', (field) => (field as HTMLTextAreaElement).value);
    await expect.poll(vias, { timeout: patience }).toMatch(/^\d+,116\.\d+,39\.\d+/);
    await expect.poll(() => page.$("[data-plan-waiting]"), { timeout: patience }).toBeNull();
    const [save] = await page.$x('//button[contains(., "保存到草稿")]');
    await Promise.all([page.waitForNavigation(), save!.click()]);
    expect(await page.$eval("main", (main) => main.textContent)).toContain("已保存到草稿");
    expect(complaints).toEqual([]);
  });

  it("collapsed sidebar and a change without JavaScript", async () => {
    const { page } = await signIn(browser, { script: false });
    await open(page, "/homepage");
    await Promise.all([page.waitForNavigation(), page.click('form[action="/sidebar"] button')]);
    expect((await boxesOf(page)).sidebar?.width).toBe(60);
    await Promise.all([page.waitForNavigation(), page.click('form[action="/sidebar"] button')]);
    await open(page, stations, { link: row(stations), more: "/edit" });
    const remark = `由 Chromium ${version} 保存`;
    await page.$eval("textarea", (field, text) => ((field as HTMLTextAreaElement).value = text as string), remark);
    await Promise.all([page.waitForNavigation(), page.click("form button.primary")]);
    expect(await page.$eval("main", (main) => main.textContent)).toContain(remark);
    expect(overlaps(await boxesOf(page))).toEqual([]);
    await page.close();
  });
});

/** For looking at: LOOK=folder keeps a picture of each screen. */
async function photograph(page: Page, name: string) {
  if (!process.env.LOOK) return;
  mkdirSync(process.env.LOOK, { recursive: true });
  await page.screenshot({ path: path.join(process.env.LOOK, `${name.replaceAll(" ", "-")}.png`) });
}
