import { setTimeout as sleep } from "node:timers/promises";
import { freshPage, inBrowser } from "./browser";
import { atMost, type Figure, percentile, reported } from "./figure";
import { stationList } from "./full-menu";
import type { Visitor } from "./visitor";

interface Opening {
  parsed: number;
  painted: number;
  /** The largest piece of the page, here the table. */
  whole: number;
  blocked: number;
  longest: number;
}

const rounds = 7;

/** The page in a browser whose CPU is slowed six times, medians: parsed, painted, and how long it did not react after that. */
export function slowedFigures(visitor: Visitor): AsyncGenerator<Figure> {
  return inBrowser(async function* (browser) {
    const openings: Record<"cold" | "warm", Opening[]> = { cold: [], warm: [] };
    for (let round = 0; round < rounds; round++) {
      const { page, cdp, close } = await freshPage(browser, visitor);
      await cdp.send("Emulation.setCPUThrottlingRate", { rate: 6 });
      for (const state of ["cold", "warm"] as const) {
        openings[state].push(await openingOf(page, visitor.url + stationList));
        await page.goto("about:blank");
      }
      await close();
    }
    for (const [state, found] of Object.entries(openings)) {
      const median = (value: (one: Opening) => number) => percentile(found.map(value), 0.5);
      yield reported(
        `6x slower CPU, ${state}: DOM complete`,
        median((one) => one.parsed),
        "ms",
      );
      yield reported(
        `6x slower CPU, ${state}: first contentful paint`,
        median((one) => one.painted),
        "ms",
      );
      yield reported(
        `6x slower CPU, ${state}: usable (complete, and its largest part painted)`,
        median((one) => Math.max(one.parsed, one.whole)),
        "ms",
      );
      yield reported(
        `6x slower CPU, ${state}: longest task, painting included`,
        median((one) => one.longest),
        "ms",
      );
      yield atMost(
        `6x slower CPU, ${state}: total blocking time`,
        median((one) => one.blocked),
        0,
        "ms",
      );
    }
  });
}

/** Total blocking time as it is defined: what tasks after the first contentful paint take beyond 50 ms each. */
export async function openingOf(
  page: { goto(url: string): Promise<unknown>; evaluate<T>(work: () => Promise<T>): Promise<T> },
  url: string,
): Promise<Opening> {
  await page.goto(url);
  await sleep(2500);
  return page.evaluate(async () => {
    const [longTasks = [], largest = []] = await Promise.all(
      ["longtask", "largest-contentful-paint"].map(
        (type) =>
          new Promise<PerformanceEntry[]>((resolve) => {
            const found: PerformanceEntry[] = [];
            new PerformanceObserver((list) => found.push(...list.getEntries())).observe({ type, buffered: true });
            setTimeout(() => resolve(found), 300);
          }),
      ),
    );
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const painted = performance.getEntriesByName("first-contentful-paint")[0]!.startTime;
    const blocked = longTasks
      .map(({ startTime, duration }) => Math.min(duration - 50, startTime + duration - painted))
      .filter((ms) => ms > 0);
    return {
      parsed: navigation!.domContentLoadedEventEnd,
      painted,
      whole: largest.at(-1)?.startTime ?? painted,
      blocked: blocked.reduce((sum, ms) => sum + ms, 0),
      longest: Math.max(0, ...longTasks.map((task) => task.duration)),
    };
  });
}
