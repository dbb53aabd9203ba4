import { type Browser, type CDPSession, chromium, type Page } from "playwright";
import { findChromium } from "../tools/chromium.js";
import type { Visitor } from "./visitor";

/** Runs with a headless Chromium; says so and answers nothing where there is none. */
export async function* inBrowser<T>(run: (browser: Browser) => AsyncIterable<T>): AsyncGenerator<T> {
  const executablePath = await findChromium();
  if (!executablePath) {
    console.log(
      "skipped, no Chromium: install it (apt-get install chromium, or npx playwright install chromium) or set CHROMIUM_PATH",
    );
    return;
  }
  const browser = await chromium.launch({ executablePath });
  try {
    yield* run(browser);
  } finally {
    await browser.close();
  }
}

/** What a person's browser sends with each request, one by one. */
export const cookiesOf = ({ cookie, url }: Pick<Visitor, "cookie" | "url">) =>
  cookie.split("; ").map((one) => {
    const at = one.indexOf("=");
    return { name: one.slice(0, at), value: one.slice(at + 1), url };
  });

/** A browser that knows nothing yet but the person's session. */
export async function freshPage(
  browser: Browser,
  visitor: Visitor,
): Promise<{ page: Page; cdp: CDPSession; close(): Promise<void> }> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  await context.addCookies(cookiesOf(visitor));
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  return { page, cdp, close: () => context.close() };
}
