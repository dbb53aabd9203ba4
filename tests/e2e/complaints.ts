import type { Page } from "@playwright/test";

/** Everything that the browser has to complain about, as it comes. */
export function complaints(page: Page): string[] {
  const seen: string[] = [];
  // OpenLayers reads single pixels back, for which the browser has advice.
  page.on(
    "console",
    (message) =>
      ["error", "warning"].includes(message.type()) &&
      !/willReadFrequently/.test(message.text()) &&
      seen.push(`${page.url()} ${message.text()}`),
  );
  page.on("pageerror", (error) => seen.push(`${page.url()} ${error.message}`));
  page.on(
    "requestfailed",
    (request) =>
      !/ERR_ABORTED/.test(request.failure()?.errorText ?? "") &&
      seen.push(`${request.url()} ${request.failure()?.errorText}`),
  );
  return seen;
}
