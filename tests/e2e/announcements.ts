import { expect, type Locator, type Page } from "@playwright/test";

/** The page of the nodes of the draft that the demo city has of its first line. */
export async function openDraft(page: Page): Promise<string> {
  await page.goto(`/voice/line-station-voice?keyword=${encodeURIComponent("1路")}`);
  await page.locator("tbody").getByRole("link", { name: /^1路 / }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: /^1路 / })).toBeVisible();
  return page.url();
}

const middleOf = async (element: Locator) => {
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

const row = (page: Page, nth: number) => page.locator("tr[data-node]").nth(nth);
export const numbers = async (page: Page, nth: number) =>
  Promise.all(["distance", "radius", "azimuth"].map((of) => row(page, nth).locator(`[data-of=${of}]`).innerText()));
export const typed = (page: Page, label: string) => page.getByLabel(label, { exact: false }).inputValue().then(Number);

/** Chooses a node by its row, which brings it into the middle of the map; answers where that is. */
export async function choose(page: Page, nth: number) {
  await row(page, nth).locator("[data-of=serial]").click();
  await expect(row(page, nth)).toHaveAttribute("data-map-active", "");
  const map = page.locator("[role=application]");
  await map.scrollIntoViewIfNeeded();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const at = await middleOf(map);
  let side = 1;
  const cursor = async () => {
    await page.mouse.move(at.x + (side = -side), at.y);
    return map.evaluate((one) => one.style.cursor);
  };
  await expect.poll(cursor).toBe("grab");
  return at;
}

/** So many pixels from a place towards a heading. */
export const towards = ({ x, y }: { x: number; y: number }, degrees: number, pixels: number) => ({
  x: x + Math.sin((degrees * Math.PI) / 180) * pixels,
  y: y - Math.cos((degrees * Math.PI) / 180) * pixels,
});

/** From the map's scale: its words and its width. */
export async function metresPerPixel(page: Page): Promise<number> {
  const scale = page.locator("[data-map-ready] [aria-hidden]").first();
  const [, length = "", unit] = /([\d.]+)\s*(米|公里)/.exec(await scale.innerText()) ?? [];
  return (Number(length) * (unit === "公里" ? 1000 : 1)) / (await scale.evaluate((one) => one.clientWidth));
}
