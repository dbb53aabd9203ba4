import { chromium, expect, type BrowserContext, type Page, type TestInfo } from "@playwright/test";
import { signIn } from "./sign-in";

const persons = "/personnel/personnel-management";

/** A browser that keeps pages to go back to, as people's do and Playwright's do not. `host` is the name that the program is reached by. */
export async function returningBrowser(
  { project: { use } }: TestInfo,
  javaScriptEnabled: boolean,
  host = "127.0.0.1",
): Promise<BrowserContext> {
  const { args = [], ...options } = use.launchOptions ?? {};
  const browser = await chromium.launch({
    ...options,
    args: [...args, `--host-resolver-rules=MAP ${host} 127.0.0.1`, "--disable-features=HttpsUpgrades"],
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  const baseURL = use.baseURL?.replace("127.0.0.1", host);
  return browser.newContext({ baseURL, locale: use.locale, timezoneId: use.timezoneId, javaScriptEnabled });
}

/** Opens the list of persons and one of them, and answers a name that stands on both. */
export async function seePersons(page: Page): Promise<string> {
  await signIn(page);
  await page.goto(persons);
  const link = page.getByRole("main").locator(`tbody a[href^="${persons}/"]`).first();
  const name = (await page.getByRole("main").locator("tbody tr").first().locator("td").nth(2).innerText()).trim();
  expect(name.length).toBeGreaterThan(1);
  await link.click();
  await expect(page.getByRole("main")).toContainText(name);
  return name;
}

/** As the Back button; Playwright does not notice that a page came from the browser's memory. */
export async function goBack(page: Page): Promise<void> {
  await page.goBack({ timeout: 3000 }).catch(() => null);
}

/** Goes back as often as there are pages; on each stands the login and nobody's name. */
export async function expectNobody(page: Page, name: string, times: number): Promise<void> {
  for (let back = 0; back < times; back++) {
    await goBack(page);
    await expect(page.getByLabel("密码")).toBeVisible();
    await expect(page.locator("body")).not.toContainText(name);
    await expect(page).toHaveURL(/\/login/);
  }
}
