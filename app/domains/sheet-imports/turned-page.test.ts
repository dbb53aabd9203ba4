import { describe, expect, it } from "vitest";
import { pageAfter, turnedPage } from "./turned-page";

const posted = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const at = (query: string) => new URL(`http://bus.example/excel/import/1${query}`);

describe("where a form of wrong rows leads", () => {
  it.each<[what: string, fields: Record<string, string>, to: object, row?: string]>([
    ["saved: to the page it was on", {}, { page: 3, size: 20 }],
    ["saved at a row: to that row", { row: "17" }, { page: 3, size: 20 }, "17"],
    ["a row that is no number: to the page", { row: "17a" }, { page: 3, size: 20 }],
    ["a page pressed: to that page, of the same size", { go: "4", page: "9", size: "200" }, { page: 4, size: 20 }],
    ["a page pressed that is none: where it was", { go: "0" }, { page: 3, size: 20 }],
    ["a page and size typed: to these", { go: "", page: "9", size: "200" }, { page: 9, size: 200 }],
    ["only a page typed: the size stays", { go: "", page: "9" }, { page: 9, size: 20 }],
    ["nonsense typed: where it was", { go: "", page: "-1", size: "12345678" }, { page: 3, size: 20 }],
  ])("%s", (_what, fields, to, row) => {
    expect(turnedPage(posted(fields), at("?page=3&size=20"))).toEqual({ from: { page: 3, size: 20 }, to, row });
  });

  it("begins with the first page of fifty where the address says nothing or nonsense", () => {
    for (const query of ["", "?page=0&size=x"])
      expect(turnedPage(posted({}), at(query)).from).toEqual({ page: 1, size: 50 });
  });
});

describe("the page on which the first row stands that was asked for", () => {
  const size = 50;
  it.each<[what: string, from: number, to: object, gone: number, left: number, page: number]>([
    ["the same page", 3, { page: 3, size }, 10, 500, 3],
    ["a page before", 3, { page: 2, size }, 50, 500, 2],
    ["the next, nothing gone: the next", 1, { page: 2, size }, 0, 200, 2],
    ["the next, one gone: its first row has moved onto this page", 1, { page: 2, size }, 1, 199, 1],
    ["two on, a whole page gone: one on", 1, { page: 3, size }, 50, 300, 2],
    ["two on, a page and one gone: this one", 1, { page: 3, size }, 51, 299, 1],
    ["never before where one was", 2, { page: 3, size }, 100, 400, 2],
    ["the last where fewer are left", 1, { page: 9, size }, 0, 60, 2],
    ["the last where none are left", 4, { page: 4, size }, 200, 0, 1],
    ["another size: that page of it", 3, { page: 4, size: 20 }, 40, 400, 4],
    ["another size: the last of it at most", 1, { page: 9, size: 100 }, 0, 250, 3],
  ])("%s", (_what, page, to, gone, left, shown) => {
    expect(pageAfter({ page, size }, to as { page: number; size: number }, { gone, left })).toBe(shown);
  });
});
