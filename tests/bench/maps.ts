import type { Browser, CDPSession, Page } from "playwright";
import { passwords } from "../kit/database";
import { freshPage, inBrowser } from "./browser";
import { atMost, type Figure, percentile, reported } from "./figure";
import { mapPages, type MapPage } from "./map-pages";
import { startProgram } from "./program";
import type { Stage } from "./stage";
import { signIn, type Visitor } from "./visitor";

interface Opening {
  /** Milliseconds of all tasks beyond 50 each after the first contentful paint, until the page rests with its maps drawn. */
  blocked: number;
  /** The same before that paint, when nothing is there yet to react. */
  before: number;
  longest: number;
  /** From the click on the address until the last map has drawn. */
  drawn: number;
}

const rounds = 5;
const mostBlocked = 300;
/** A page is at rest when no task of this length has come for so long. */
const rest = 1500;

/** Every page with a live map in a browser that knows nothing yet, its CPU slowed six times; medians. */
export async function* mapFigures(stage: Stage): AsyncGenerator<Figure> {
  const databaseUrl = await stage.city("maps");
  const program = await startProgram(stage.environment(databaseUrl), stage.logFile);
  try {
    const visitor = await signIn(program.url, "admin", passwords.admin);
    const pages = await mapPages(visitor, databaseUrl);
    yield* inBrowser(async function* (browser) {
      for (const page of pages) yield* openingFigures(browser, visitor, page);
    });
  } finally {
    await program.stop();
  }
}

/** Opens one page some times. */
async function* openingFigures(browser: Browser, visitor: Visitor, page: MapPage): AsyncGenerator<Figure> {
  const found: Opening[] = [];
  for (let round = 0; round < rounds; round++) found.push(await openOnce(browser, visitor, page));
  const median = (value: (one: Opening) => number) => percentile(found.map(value), 0.5);
  const name = `${page.name}, 6x slower CPU`;
  const blocked = median((one) => one.blocked);
  yield atMost(`${name}: total blocking time`, blocked, mostBlocked, "ms");
  yield reported(
    `${name}: blocked before the first paint`,
    median((one) => one.before),
    "ms",
  );
  yield reported(
    `${name}: longest task after it`,
    median((one) => one.longest),
    "ms",
  );
  yield reported(
    `${name}: map drawn`,
    median((one) => one.drawn),
    "ms",
  );
}

async function openOnce(browser: Browser, visitor: Visitor, { path, prepare }: MapPage): Promise<Opening> {
  const { page, cdp, close } = await freshPage(browser, visitor);
  await prepare?.(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await page.goto(visitor.url + path, { waitUntil: "domcontentloaded" });
  const drawn = await drawAll(cdp);
  await untilRest(page);
  const tasks = await longTasks(page);
  const painted = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]!.startTime);
  await close();
  const after = tasks.filter(({ startTime, duration }) => startTime + duration > painted);
  const beyond = ({ startTime, duration }: Task) =>
    Math.max(0, Math.min(duration - 50, startTime + duration - painted));
  const all = sum(tasks.map(({ duration }) => Math.max(0, duration - 50)));
  const blocked = sum(after.map(beyond));
  return { blocked, before: all - blocked, longest: Math.max(0, ...after.map(({ duration }) => duration)), drawn };
}

interface Task {
  startTime: number;
  duration: number;
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** Brings the maps into sight one after the other and waits for each; answers when the last stood. */
async function drawAll(cdp: CDPSession): Promise<number> {
  const answer = await cdp.send("Runtime.evaluate", { expression: WATCH, awaitPromise: true, returnByValue: true });
  const drawn = answer.result.value as number | null;
  if (drawn === null || answer.exceptionDetails) throw new Error(`the maps did not draw: ${JSON.stringify(answer)}`);
  return drawn;
}

/** As text: the scripts that locators bring along are themselves a long task on the page. */
const WATCH = `(async () => {
  const maps = document.querySelectorAll("[data-island*='Map'], [data-island*='Picker']");
  for (const map of maps) {
    map.scrollIntoView({ block: "center" });
    while (!map.querySelector("[data-map-ready]")) {
      if (performance.now() > 60000) return null;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return maps.length > 0 ? performance.now() : null;
})()`;

async function untilRest(page: Page): Promise<void> {
  for (;;) {
    await page.waitForTimeout(rest);
    const [last, now] = [(await longTasks(page)).at(-1), await page.evaluate(() => performance.now())];
    if (!last || now - last.startTime - last.duration > rest / 2) return;
  }
}

function longTasks(page: Page): Promise<Task[]> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const found: Task[] = [];
        new PerformanceObserver((list) =>
          found.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration }))),
        ).observe({ type: "longtask", buffered: true });
        setTimeout(() => resolve(found), 200);
      }),
  );
}
