import type { Browser, Page } from "puppeteer-core";
import { passwords } from "../kit/passwords";

/** How long a test waits for a page, a place on it or a map; a busy machine needs longer than a person would wait. */
export const patience = 120_000;

export const origin = () => process.env.OLD_BROWSERS_URL!;

/** A page of its own, signed in; what the browser complains about is kept. */
export async function signIn(browser: Browser, { script }: { script: boolean }) {
  const context = await browser.defaultBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  await page.setJavaScriptEnabled(script);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !/willReadFrequently/.test(message.text()))
      complaints.push(`${page.url()} ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`${page.url()} ${error.message}`));
  await page.goto(`${origin()}/login`);
  if (await page.$("input[name=userAccount]")) {
    await page.type("input[name=userAccount]", "admin");
    await page.type("input[name=userPassword]", passwords.admin);
    await Promise.all([page.waitForNavigation(), page.click("main button:not([type=button])")]);
  }
  return { page, complaints };
}

/** Opens a screen; `first` follows the first link that the selector finds, and may append to its address. */
export async function open(page: Page, address: string, follow?: { link: string; more?: string }) {
  await page.goto(origin() + address, { waitUntil: "load" });
  if (!follow) return;
  const href = await page.$eval(follow.link, (link) => (link as HTMLAnchorElement).href.split("?")[0]!);
  await page.goto(href + (follow.more ?? ""), { waitUntil: "load" });
}
