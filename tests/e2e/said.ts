import { expect, type Page } from "@playwright/test";

/** What the last change did; a map's note or a finder's count on the same page are statuses too. */
export async function expectSaid(page: Page, words: string | RegExp): Promise<void> {
  await expect(page.getByRole("status").filter({ hasText: words })).toBeVisible();
}

/** Why a change was refused, among whatever else a page warns of. */
export async function expectRefused(page: Page, words: string | RegExp): Promise<void> {
  await expect(page.getByRole("alert").filter({ hasText: words })).toBeVisible();
}
