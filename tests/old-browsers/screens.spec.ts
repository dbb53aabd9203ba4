import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { launch, versions } from "./browsers";
import { boxesOf, lookOf, overlaps } from "./looks";
import { type Painted, pixelCounter } from "./painted";
import { open, origin, patience, signIn } from "./visitor";

const row = (list: string) => `tbody a[href^="${list}/"]`;
const [lines, stations] = ["/line/line-management", "/station/station-management"];
const [fences, depots] = ["/electronic-fence/electronic-fence-management", "/parking/parking-management"];
const voices = "/voice/line-station-voice";

interface Screen {
  address: string;
  follow?: { link: string; more?: string };
  /** Of each place that the selector finds, how much is painted at least: about half of what is. */
  painted?: Record<string, Painted>;
}

const map = (roads: number, coloured: number) => ({ "[data-map-ready]": { roads, coloured } });
const picture = (roads: number, coloured: number) => ({ "main svg[role=img]": { roads, coloured } });
const chart = { "figure [role=img]": { roads: 0, coloured: 11_000 } };
const [firstLine, firstFence] = [row(lines), row(fences)];
const rectangle = "/map/data-down-load?minLng=116.37&minLat=39.86&maxLng=116.39&maxLat=39.88";

const screens: Record<string, Screen> = {
  homepage: { address: "/homepage" },
  list: { address: `${stations}?sort=stationName,stationNo` },
  form: { address: stations, follow: { link: row(stations), more: "/edit" }, painted: map(3500, 6500) },
  detail: { address: stations, follow: { link: row(stations) } },
  "tree list": { address: "/org/organization" },
  "tick tree": { address: "/system/role-resource", follow: { link: 'main a[href*="/role-resource/"]' } },
  monitor: { address: "/bus/bus-monitor?still=1", painted: map(5500, 8500) },
  line: { address: lines, follow: { link: firstLine }, painted: map(3500, 7000) },
  "map editor": { address: lines, follow: { link: firstLine, more: "/map?direction=1" }, painted: map(4000, 8000) },
  fences: { address: fences, painted: map(2000, 3500) },
  fence: { address: fences, follow: { link: firstFence, more: "/edit" }, painted: map(2000, 45_000) },
  depot: { address: `${depots}?keyword=CZ03`, follow: { link: row(depots) }, painted: map(5000, 9000) },
  nodes: { address: voices, follow: { link: row(voices) }, painted: map(2300, 5000) },
  trip: { address: voices, follow: { link: row(voices), more: "/trip" }, painted: map(3000, 7000) },
  calendar: { address: "/bus/bus-management/new" },
  grid: {
    address: "/dict/dictionary-configuration",
    follow: { link: row("/dict/dictionary-configuration"), more: "/edit" },
  },
  timeline: { address: "/bus/bus-management", follow: { link: row("/bus/bus-management"), more: "/timeline" } },
  chart: { address: rectangle, painted: { ...map(3500, 8500), ...chart } },
  import: { address: "/map/data-down-load/import" },
};

/** Maps and charts as the server draws them, for who has no JavaScript. */
const pictures: Record<string, Screen> = {
  line: { address: lines, follow: { link: firstLine }, painted: picture(3000, 5500) },
  monitor: { address: "/bus/bus-monitor?still=1", painted: picture(4500, 6000) },
  fence: { address: fences, follow: { link: firstFence }, painted: picture(2800, 28_000) },
  match: { address: lines, follow: { link: firstLine, more: "/match" }, painted: picture(2000, 4000) },
  chart: { address: rectangle, painted: { ...picture(4000, 7500), ...chart } },
};

describe.each(versions)("Chromium %i", (version) => {
  let browser: Browser;
  let page: Page;
  let complaints: string[] = [];
  let signedIn = false;
  let count: ReturnType<typeof pixelCounter>;

  beforeAll(start);
  afterAll(() => browser.close());

  async function start() {
    browser = await launch(version);
    count = pixelCounter(browser);
    page = await browser.newPage();
    page.setDefaultTimeout(patience);
  }

  /** Where the browser itself ends, which these old ones in one process do now and then, the test is run again in a new one. */
  function survive<Given extends unknown[]>(test: (...given: Given) => Promise<void>) {
    return async (...given: Given) => {
      try {
        await test(...given);
      } catch (error) {
        if (browser.isConnected()) throw error;
        process.stdout.write(`Chromium ${version} ended (${String(error)}): once more in a new one\n`);
        await start();
        if (signedIn) ({ page, complaints } = await signIn(browser, { script: true }));
        await test(...given);
      }
    };
  }

  /** Each place shows, soon at the latest, at least so much of what it is there for; how much it is, is printed. */
  async function expectPainted(page: Page, name: string, painted: Screen["painted"] = {}, within = soon) {
    for (const [selector, least] of Object.entries(painted)) {
      const found = await vi.waitFor(async () => {
        const found = await count((await page.$(selector))!);
        expect(found.roads, `pixels of roads, ${name}`).toBeGreaterThanOrEqual(least.roads);
        expect(found.coloured, `coloured pixels, ${name}`).toBeGreaterThanOrEqual(least.coloured);
        return found;
      }, within);
      process.stdout.write(
        `Chromium ${version}, ${name}, ${selector}: ${found.roads} pixels of roads, ${found.coloured} coloured\n`,
      );
    }
  }

  it(
    "login",
    survive(async () => {
      await page.goto(`${origin()}/login`);
      await photograph(page, `${version}-login`);
      expect(await page.$eval("main form", (form) => form.getBoundingClientRect().width)).toBeLessThan(500);
      expect(await page.$("[data-below-floor]")).toBeNull();
      ({ page, complaints } = await signIn(browser, { script: true }));
      signedIn = true;
    }),
  );

  it.each(Object.entries(screens))(
    "%s",
    survive(async (name, { address, follow, painted }) => {
      complaints.length = 0;
      await open(page, address, follow);
      // A map that is still being loaded when its page is left would complain on the next.
      if (await page.$(maps)) await page.waitForSelector("[data-map-ready]");
      await page.waitForTimeout(300);
      await photograph(page, `${version}-${name}`);
      await vi.waitFor(async () => {
        const boxes = await boxesOf(page);
        expect(overlaps(boxes)).toEqual([]);
        expect(boxes.heading, "a heading").toBeDefined();
        expect([boxes.sidebar?.width, boxes.header?.height, boxes.tabs?.height]).toEqual([200, 35, 30]);
        const look = await lookOf(page);
        expect(look).toMatchObject({ sidebar: "rgb(48, 65, 86)", tabList: "none", tabCurrent: "sticky", sideways: 0 });
        expect(look.hover).toMatch(/^#[0-9a-f]{6}$/);
      }, soon);
      await expectPainted(page, name, painted);
      expect(complaints).toEqual([]);
    }),
  );

  it(
    "the map editor lays the path over a new point and saves it",
    survive(async () => {
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
    }),
  );

  it(
    "what the server draws is painted without JavaScript: maps, a chart, the station picker's picture, a wall",
    survive(async () => {
      const { page } = await signIn(browser, { script: false });
      for (const [name, { address, follow, painted }] of Object.entries(pictures)) {
        await open(page, address, follow);
        await photograph(page, `${version}-${name}-drawn`);
        await expectPainted(page, `${name} without JavaScript`, painted);
      }
      await open(page, lines, { link: firstLine, more: "/stations?direction=1" });
      await page.type("textarea[name=find]", "广场");
      await Promise.all([page.waitForNavigation(), page.click('main button[value="find"]:not([hidden])')]);
      await expectPainted(page, "station picker", { "input[type=image]": { roads: 1500, coloured: 3000 } });
      await open(page, "/bus/displays/new");
      await page.type("input[name=displayName]", `Chromium ${version}`);
      const organisation = await page.$eval("select[name=orgId] option[value]:not([value=''])", (one) =>
        one.getAttribute("value"),
      );
      await page.select("select[name=orgId]", organisation!);
      await Promise.all([page.waitForNavigation(), page.click("form button.primary")]);
      await page.goto(await page.$eval("main a[target]", (link) => (link as HTMLAnchorElement).href));
      await expectPainted(page, "wall", picture(4500, 6000));
      await page.close();
    }),
  );

  it.each<[what: string, disturb: () => void, shown: boolean, words: string[]]>([
    ["with no thread to draw them in, the page draws the roads", withoutThread, true, []],
    ["with a thread whose pictures come back blank, the page draws the roads", withBlankPictures, true, ["blank"]],
    ["with no roads at all, the count tells", withoutTiles, false, []],
  ])(
    "%s",
    survive(async (what, disturb, shown, words) => {
      const { page, complaints } = await signIn(browser, { script: true });
      await page.setBypassCSP(true);
      await page.evaluateOnNewDocument(disturb);
      const { address, follow, painted } = screens.form!;
      await open(page, address, follow);
      await page.waitForSelector("[data-map-ready]");
      await photograph(page, `${version}-${what}`);
      if (shown) await expectPainted(page, what, painted);
      else
        await expect(expectPainted(page, what, painted, { ...soon, timeout: 1000 })).rejects.toThrow("pixels of roads");
      const complained = () => complaints.map((one) => words.find((word) => one.includes(word)) ?? one);
      await vi.waitFor(() => expect(complained()).toEqual(words), soon);
      await page.close();
    }),
  );

  it(
    "a listener is gone when its signal says so",
    survive(async () => {
      await open(page, "/homepage");
      const countHeard = () =>
        page.evaluate(() => {
          const stop = new AbortController();
          let heard = 0;
          document.addEventListener("any", () => heard++, { signal: stop.signal });
          document.dispatchEvent(new Event("any"));
          stop.abort();
          document.dispatchEvent(new Event("any"));
          return heard;
        });
      await vi.waitFor(async () => expect(await countHeard()).toBe(1), soon);
    }),
  );

  it(
    "collapsed sidebar and a change without JavaScript",
    survive(async () => {
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
    }),
  );
});

/** What comes after a page has loaded, on a machine that is busy with other tests. */
const soon = { timeout: 20_000, interval: 300 };

const maps = ["Map", "MapEditor", "Picker", "Player"].map((kind) => `main [data-island$="${kind}"]`).join();

/** Take something from a page before its own scripts run. */
function withoutThread() {
  Reflect.deleteProperty(globalThis, "OffscreenCanvas");
}

function withoutTiles() {
  Reflect.deleteProperty(globalThis, "OffscreenCanvas");
  const { fetch } = globalThis;
  globalThis.fetch = (what, how) =>
    String(what).includes("/map/tiles/") ? Promise.reject(new Error("no tiles")) : fetch(what, how);
}

function withBlankPictures() {
  // A script made here has no address of its own that others could be beside.
  const blank = `const [{ transferToImageBitmap }, { fetch }] = [OffscreenCanvas.prototype, globalThis];
    globalThis.fetch = (what) => fetch(new URL(what, "${location.origin}"));
    OffscreenCanvas.prototype.transferToImageBitmap = function () {
      const empty = new OffscreenCanvas(this.width, this.height);
      empty.getContext("2d");
      return transferToImageBitmap.call(empty);
    };`;
  globalThis.Worker = class extends Worker {
    constructor(script: string | URL, how?: WorkerOptions) {
      const both = [`import ${JSON.stringify(String(script))};`, blank];
      super(URL.createObjectURL(new Blob(both, { type: "text/javascript" })), how);
    }
  };
}

/** For looking at: LOOK=folder keeps a picture of each screen. */
async function photograph(page: Page, name: string) {
  if (!process.env.LOOK) return;
  mkdirSync(process.env.LOOK, { recursive: true });
  await page.screenshot({ path: path.join(process.env.LOOK, `${name.replaceAll(" ", "-")}.png`) });
}
