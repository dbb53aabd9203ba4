import { passwords } from "../kit/database";
import { launch } from "../old-browsers/browsers";
import { cookiesOf, freshPage, inBrowser } from "./browser";
import { djangoVersion, openOffice } from "./django";
import { atMost, type Figure, percentile, reported } from "./figure";
import { stationList } from "./full-menu";
import { onStations } from "./on-stations";
import { openingOf } from "./slowed";
import type { Stage } from "./stage";
import { signIn, type Visitor } from "./visitor";

const rounds = 3;
/** What a page may not react for, in milliseconds, after it is first seen. */
const mostBlocked = 300;

/** One page of a browser that knows nothing yet but a session. */
interface Tab {
  goto(url: string): Promise<unknown>;
  evaluate<T>(work: () => Promise<T>): Promise<T>;
  /** By the browser's own protocol. */
  send(method: string, params: object): Promise<unknown>;
  /** Adds up what is loaded from now on, in bytes on the wire. */
  counting(): () => number;
  close(): Promise<void>;
}

/** Each class of pages in a browser whose CPU is slowed six times, in Chromium 109 and today's: first paint, largest piece, how long it does not react, bytes; beside the list of Django's admin. */
export async function* slowedPageFigures(stage: Stage): AsyncGenerator<Figure> {
  yield* onStations(stage, 20_000, async function* ({ url }, _visitor, databaseUrl) {
    const visitor = await signIn(url, "admin", passwords.admin);
    const office = djangoVersion() ? await openOffice(stage, databaseUrl) : undefined;
    try {
      const pages = await pagesOf(visitor);
      const all = [
        ...Object.entries(pages).map(([name, path]) => ({ name, url: url + path, visitor })),
        ...(office
          ? [{ name: "Django's list", url: `${office.url}/admin/office/station/`, visitor: { ...visitor, ...office } }]
          : []),
      ];
      for (const one of all) yield* today(one);
      for (const one of all) yield* chromium109(one);
    } finally {
      office?.stop();
    }
  });
}

interface Asked {
  name: string;
  url: string;
  visitor: Visitor;
}

async function pagesOf(visitor: Visitor): Promise<Record<string, string>> {
  const first = async (list: string, link: RegExp) => link.exec((await visitor.visit(list)).html())![1]!;
  const station = await first(stationList, /href="(\/station\/station-management\/[0-9a-f]{32})"/);
  const line = await first("/line/line-management", /href="(\/line\/line-management\/[0-9a-f]{32})/);
  return {
    homepage: "/homepage",
    list: stationList,
    "search over all": `/search?q=${encodeURIComponent("1路")}`,
    detail: station,
    form: `${station}/edit`,
    line,
    map: `${line}/map`,
    monitor: "/bus/bus-monitor",
    charts: "/log/analysis",
  };
}

const today = (asked: Asked) =>
  inBrowser((browser) =>
    figuresOf("today's Chromium", asked, async () => {
      const { page, cdp, close } = await freshPage(browser, { ...asked.visitor, url: asked.url });
      await cdp.send("Network.enable");
      return {
        goto: (url) => page.goto(url, { waitUntil: "load" }),
        evaluate: (work) => page.evaluate(work),
        send: (method, params) => cdp.send(method as "Network.enable", params as never),
        counting: () => counter((hear) => cdp.on("Network.loadingFinished", hear)),
        close,
      };
    }),
  );

async function* chromium109(asked: Asked): AsyncGenerator<Figure> {
  const browser = await launch(109);
  try {
    yield* figuresOf("Chromium 109", asked, async () => {
      const page = await browser.newPage();
      const cdp = await page.target().createCDPSession();
      const send = (method: string, params: object) => cdp.send(method as never, params as never) as Promise<unknown>;
      // Its one process keeps what other pages have left.
      await send("Network.enable", {});
      await send("Network.clearBrowserCache", {});
      await page.setCookie(...cookiesOf({ ...asked.visitor, url: asked.url }));
      return {
        goto: (url) => page.goto(url, { waitUntil: "load" }),
        evaluate: (work) => page.evaluate(work) as never,
        send,
        counting: () => counter((hear) => cdp.on("Network.loadingFinished", hear)),
        close: () => page.close(),
      };
    });
  } finally {
    await browser.close();
  }
}

function counter(listen: (hear: (event: { encodedDataLength: number }) => void) => unknown): () => number {
  let bytes = 0;
  listen(({ encodedDataLength }) => void (bytes += encodedDataLength));
  return () => bytes;
}

async function* figuresOf(browser: string, { name, url }: Asked, open: () => Promise<Tab>): AsyncGenerator<Figure> {
  const found = { cold: [] as Seen[], warm: [] as Seen[] };
  for (let round = 0; round < rounds; round++) {
    const tab = await open();
    await tab.send("Emulation.setCPUThrottlingRate", { rate: 6 });
    for (const state of ["cold", "warm"] as const) {
      const bytes = tab.counting();
      const before = bytes();
      const opening = await openingOf(tab, url);
      found[state].push({ ...opening, bytes: bytes() - before });
      await tab.goto("about:blank");
    }
    await tab.close();
  }
  for (const [state, all] of Object.entries(found)) {
    const median = (value: (one: Seen) => number) => percentile(all.map(value), 0.5);
    const named = `${name}, ${browser}, 6x slower, ${state}`;
    yield reported(
      `${named}: first contentful paint`,
      median((one) => one.painted),
      "ms",
    );
    yield reported(
      `${named}: largest contentful paint`,
      median((one) => one.whole),
      "ms",
    );
    yield reported(
      `${named}: bytes`,
      median((one) => one.bytes),
      "B",
    );
    yield atMost(
      `${named}: total blocking time`,
      median((one) => one.blocked),
      mostBlocked,
      "ms",
    );
  }
}

type Seen = Awaited<ReturnType<typeof openingOf>> & { bytes: number };
