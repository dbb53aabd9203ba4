import { expect, type Locator } from "@playwright/test";

/** Waits until React answers for an element: an island's buttons are there before its code is. */
export async function expectAlive(element: Locator): Promise<void> {
  const answers = () => element.evaluate((one) => Object.keys(one).some((key) => key.startsWith("__reactProps$")));
  await expect.poll(answers, { timeout: 30_000 }).toBe(true);
}
