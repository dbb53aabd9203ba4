import type { Browser, Page } from "playwright";

/** A person at the homepage, in a browser without JavaScript, whose page loads are counted from there. */
export interface Desk {
  page: Page;
  loads(): number;
  close(): Promise<void>;
}

export async function openDesk(browser: Browser, url: string, password: string): Promise<Desk> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.fill("[name=userAccount]", "admin");
  await page.fill("[name=userPassword]", password);
  await page.locator("form:has([name=userPassword]) button").first().click();
  await page.goto(`${url}/homepage`);
  let loads = 0;
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) loads += 1;
  });
  return { page, loads: () => loads, close: () => context.close() };
}

/** Follows the menu's link to a screen. */
export async function goTo(page: Page, path: string): Promise<void> {
  const link = page.locator(`a[href="${path}"]`).first();
  const folded = page.locator("details:not([open])", { has: page.locator(`a[href="${path}"]`) });
  if ((await folded.count()) > 0) await folded.first().locator("summary").first().click();
  await link.click();
  await page.waitForURL((at) => at.pathname === path);
}

/** Presses a button or follows a link of the page's middle by its words. */
export async function press(page: Page, words: string): Promise<void> {
  const main = page.locator("main");
  const target = main
    .getByRole("button", { name: words, exact: true })
    .or(main.getByRole("link", { name: words, exact: true }));
  await Promise.all([page.waitForEvent("framenavigated"), target.first().click()]);
  await page.waitForLoadState("load");
}

/** Chooses in a field what is called so (one of several words): typed into its search box where it has one and does not list it, as a person does. */
export async function choose(page: Page, field: string, words: string): Promise<void> {
  const select = page.locator(`select[name="${field}"]`);
  const options = await select.locator("option").allTextContents();
  const wanted = options.find((label) =>
    words.split("|").some((word) => label.trim() !== "" && label.includes(word) && !label.startsWith("（")),
  );
  if (wanted !== undefined) await select.selectOption({ label: wanted });
  else await page.fill(`[name="find:${field}"]`, words.split("|")[0]!);
}
