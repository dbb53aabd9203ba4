import type { Answer } from "./visit";

/** The numbers of a page's first table, by the name of their row. */
export const countCells = (page: Answer): Record<string, number[]> =>
  Object.fromEntries(
    page
      .$("main table")
      .first()
      .find("tbody tr")
      .toArray()
      .map((row) => [
        page.$(row).find("th").text(),
        page
          .$(row)
          .find("td")
          .toArray()
          .map((cell) => Number(page.$(cell).text())),
      ]),
  );
