import { expect, type Locator, type Page } from "@playwright/test";

/** Waits for the page that answers a click to be there with all its parts, told by a `sign` that the page before lacks: the click does not wait so long. */
export async function arrive(page: Page, sign: Locator): Promise<void> {
  await expect(sign).toBeVisible();
  await page.waitForLoadState();
}
