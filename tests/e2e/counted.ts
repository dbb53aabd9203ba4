import type { Page } from "@playwright/test";

/** Counts what a person does on a page, the documents that it loads, and how long the server takes for them. */
export function counted(page: Page) {
  const so = { actions: 0, loads: 0, seconds: 0 };
  const waiting: Promise<unknown>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() !== "document") return;
    waiting.push(
      request.response().then((answer) => {
        const { requestStart, responseStart } = request.timing();
        so.seconds += Math.max(0, responseStart - requestStart) / 1000;
        if (answer && answer.status() !== 303) so.loads += 1;
      }),
    );
  });
  return {
    async act(work: Promise<unknown>): Promise<void> {
      so.actions += 1;
      await work;
    },
    async sum() {
      await Promise.all(waiting);
      return { ...so };
    },
  };
}
