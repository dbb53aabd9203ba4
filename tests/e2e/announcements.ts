import { expect, type Locator, type Page } from "@playwright/test";

/** The page of the nodes of the draft that the demo city has of its first line. */
export async function openDraft(page: Page): Promise<string> {
  await page.goto(`/voice/line-station-voice?keyword=${encodeURIComponent("1路")}`);
  await page.locator("tbody").getByRole("link", { name: /^1路 / }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("站点语音");
  return page.url();
}

export const middleOf = async (element: Locator) => {
  const { x, y, width, height } = (await element.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
};

/** Drags as a hand does, in small steps. */
export async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}
