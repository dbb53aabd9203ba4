import pg from "pg";
import type { Browser, CDPSession, Page } from "playwright";
import { passwords } from "../kit/database";
import { freshPage, inBrowser } from "./browser";
import { atMost, type Figure, percentile, reported } from "./figure";
import { startProgram } from "./program";
import type { Stage } from "./stage";
import { transfer } from "./transfer";
import { signIn, type Visitor } from "./visitor";

const rounds = 5;
/** Kilobytes of JavaScript that the editor may take, all of the page's included. */
const mostScript = 190;

/** The map editor of a direction in a browser: until it can be worked with, while it is panned under many stations, and what it weighs. */
export async function* editorFigures(stage: Stage): AsyncGenerator<Figure> {
  const databaseUrl = await stage.city("editor");
  const program = await startProgram(stage.environment(databaseUrl), stage.logFile);
  try {
    const visitor = await signIn(program.url, "admin", passwords.admin);
    const path = `/line/line-management/${await lineOf(databaseUrl)}/map?direction=1`;
    yield* inBrowser(async function* (browser) {
      for (const rate of [1, 6]) yield* openingFigures(browser, visitor, path, rate);
      yield* panningFigures(browser, visitor, path);
      yield* weightFigures(browser, visitor, path);
    });
  } finally {
    await program.stop();
  }
}

async function lineOf(databaseUrl: string): Promise<string> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ lineUuid: string }>(
      `select line_uuid as "lineUuid" from line where line_name = '1路'`,
    );
    return rows[0]!.lineUuid;
  } finally {
    await client.end();
  }
}

/** Opens the editor; milliseconds from the click on its address until the map stands, and from there until a station chosen is shown so. */
async function open(page: Page, url: string): Promise<{ ready: number; answered: number }> {
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForSelector("[data-map-ready]", { timeout: 120_000 });
  return page.evaluate(async () => {
    const ready = performance.now();
    document.querySelector<HTMLElement>('ol [data-station-serial="2"] button')!.click();
    while (!document.querySelector("ol [data-chosen]")) await new Promise((resolve) => requestAnimationFrame(resolve));
    return { ready, answered: performance.now() - ready };
  });
}

async function* openingFigures(browser: Browser, visitor: Visitor, path: string, rate: number): AsyncGenerator<Figure> {
  const found: { ready: number; answered: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const { page, cdp, close } = await freshPage(browser, visitor);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate });
    found.push(await open(page, visitor.url + path));
    await close();
  }
  const median = (value: (one: (typeof found)[number]) => number) => percentile(found.map(value), 0.5);
  yield reported(
    `map editor, ${rate}x CPU, cold: map stands, first interaction possible`,
    median((one) => one.ready),
    "ms",
  );
  yield atMost(
    `map editor, ${rate}x CPU: a station chosen is shown so`,
    median((one) => one.answered),
    rate === 1 ? 100 : 500,
    "ms",
  );
}

/** The same page panned with few and with many of the network's stations around, in turns; six times slower CPU. */
async function* panningFigures(browser: Browser, visitor: Visitor, path: string): AsyncGenerator<Figure> {
  const [few, many] = [200, 20_000];
  const frames = new Map<number, number[]>([
    [few, []],
    [many, []],
  ]);
  for (const count of [few, many, few, many]) {
    const { page, cdp, close } = await freshPage(browser, visitor);
    await page.route(/\/around\?of=stations/, (route) =>
      route.fulfill({ json: { places: scattered(new URL(route.request().url()).searchParams, count), more: false } }),
    );
    await open(page, visitor.url + path);
    await page.getByLabel("网络站点").check();
    await page.waitForTimeout(1000);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 6 });
    frames.get(count)!.push(...(await panned(page, cdp)));
    await close();
  }
  const median = (count: number, share = 0.5) => percentile(frames.get(count)!, share);
  for (const count of [few, many]) {
    yield reported(`map editor, 6x slower CPU: median frame while panning, ${count} stations`, median(count), "ms");
    yield reported(`map editor, 6x slower CPU: slowest frame in twenty, ${count} stations`, median(count, 0.95), "ms");
  }
  yield atMost(
    "map editor: median frame while panning, 20000 stations against 200",
    median(many) / median(few),
    2,
    "times",
  );
}

/** Places all over the box asked for, the same each time, as flat millionths of a degree. */
function scattered(box: URLSearchParams, count: number): number[] {
  const side = (name: string) => Number(box.get(name));
  const [width, height] = [side("maxLng") - side("minLng"), side("maxLat") - side("minLat")];
  return Array.from({ length: count }, (_, i) => [
    side("minLng") + width * ((i * 0.618034) % 1),
    side("minLat") + height * ((i * 0.754878) % 1),
  ])
    .flat()
    .map((degrees) => Math.round(degrees * 1e6));
}

/** Drags the map to and fro for some seconds; milliseconds of each frame meanwhile. */
async function panned(page: Page, cdp: CDPSession): Promise<number[]> {
  const map = (await page.locator("[role=application]").boundingBox())!;
  // Beside the line and its stations, which would be dragged themselves.
  const [x, y] = [map.x + map.width * 0.12, map.y + map.height * 0.85];
  const mouse = (type: "mousePressed" | "mouseMoved" | "mouseReleased", to: number) =>
    cdp.send("Input.dispatchMouseEvent", { type, x: to, y, button: "left", buttons: 1, clickCount: 1 });
  // As text: what compiles this file gives functions names that a page does not know how to set.
  await page.evaluate(
    "frames = []; requestAnimationFrame(function tick(now) { frames.push(now); requestAnimationFrame(tick); })",
  );
  await mouse("mousePressed", x);
  for (let step = 0; step < 90; step++) {
    await mouse("mouseMoved", x + 120 * Math.sin(step / 8));
    await page.waitForTimeout(16);
  }
  const times = await page.evaluate<number[]>("frames");
  await mouse("mouseReleased", x);
  return times.slice(1).map((time, i) => time - times[i]!);
}

async function* weightFigures(browser: Browser, visitor: Visitor, path: string): AsyncGenerator<Figure> {
  for (const encoding of ["br", "gzip"] as const) {
    const { page, cdp, close } = await freshPage(browser, visitor);
    await cdp.send("Network.enable");
    await cdp.send("Network.setExtraHTTPHeaders", { headers: { "Accept-Encoding": encoding } });
    const { scriptBytes } = await transfer(page, cdp, visitor.url + path);
    await close();
    const name = `map editor, ${encoding === "br" ? "brotli" : "gzip"}: JavaScript`;
    yield encoding === "br"
      ? atMost(name, scriptBytes / 1000, mostScript, "kB")
      : reported(name, scriptBytes / 1000, "kB");
  }
}
